import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minKobo } from '#domain/money.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'
import { addDays } from '#domain/time/calendar.ts'
import { type Candidate, planMonth } from './buying.ts'
import { dueDays, reminderStep } from './circle.ts'
import { contributionReversalLines, planPayOut } from './money.ts'

const { seed } = fc.readConfigureGlobal()

const kobo = fc.bigInt({ min: 0n, max: 20_000_000n })

const candidate = fc.record<Candidate>({
  buyId: fc.uuid(),
  votes: fc.integer({ min: 0, max: 12 }),
  isOpen: fc.boolean(),
  unitPriceKobo: fc.bigInt({ min: 100n, max: 3_000_000n }),
  ceilingUnitPriceKobo: fc.bigInt({ min: 100n, max: 3_000_000n }),
  rates: fc.record({
    buyerBasisPoints: fc.integer({ min: 0, max: 250 }),
    vendorBasisPoints: fc.constant(500),
    referralBasisPoints: fc.constant(50),
  }),
  minQuantity: fc.integer({ min: 1, max: 5 }),
  maxQuantity: fc.option(fc.integer({ min: 1, max: 20 })),
  freeUnits: fc.integer({ min: 0, max: 200 }),
  freePlaces: fc.option(fc.integer({ min: 0, max: 20 })),
  endsAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
})

const dueKobo = ({ ceilingUnitPriceKobo, rates }: Candidate, quantity: number) =>
  orderAmounts({ unitPriceKobo: ceilingUnitPriceKobo, ceilingUnitPriceKobo, quantity, rates }).amountDueKobo

describe('what a circle buys', () => {
  test(`is what everybody can pay for, and no unit less than that (seed ${seed})`, () => {
    fc.assert(
      fc.property(
        fc.array(candidate, { maxLength: 5 }),
        fc.array(kobo, { minLength: 1, maxLength: 12 }),
        (candidates, balances) => {
          const plan = planMonth(candidates, balances)
          if (plan.outcome !== 'bought') return
          const bought = candidates.find(({ buyId }) => buyId === plan.buyId) as Candidate
          const { quantity } = plan
          const least = balances.reduce(minKobo)
          expect(bought.isOpen && bought.votes > 0).toBe(true)
          expect(dueKobo(bought, quantity) <= least).toBe(true)
          expect(quantity * balances.length).toBeLessThanOrEqual(bought.freeUnits)
          const more = quantity + 1
          const couldTakeMore =
            dueKobo(bought, more) <= least &&
            more * balances.length <= bought.freeUnits &&
            more <= (bought.maxQuantity ?? more)
          expect(couldTakeMore).toBe(false)
        },
      ),
    )
  })

  test('depends neither on the order of the buys nor of the members', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(candidate, { maxLength: 5, selector: ({ buyId }) => buyId }),
        fc.array(kobo, { minLength: 1, maxLength: 12 }),
        (candidates, balances) => {
          expect(planMonth(candidates.toReversed(), balances.toReversed())).toEqual(planMonth(candidates, balances))
        },
      ),
    )
  })

  const usual: Candidate = {
    buyId: 'b',
    votes: 3,
    isOpen: true,
    unitPriceKobo: 900_000n,
    ceilingUnitPriceKobo: 1_000_000n,
    rates: { buyerBasisPoints: 250, vendorBasisPoints: 500, referralBasisPoints: 50 },
    minQuantity: 1,
    maxQuantity: null,
    freeUnits: 100,
    freePlaces: null,
    endsAt: new Date('2026-03-20'),
  }
  const winner = (...others: Partial<Candidate>[]) =>
    planMonth([usual, ...others.map((one) => ({ ...usual, ...one }))], [2_000_000n, 2_000_000n])

  test.each<[string, Partial<Candidate>, string]>([
    ['more votes', { buyId: 'a', votes: 4, unitPriceKobo: 950_000n }, 'a'],
    ['fewer votes', { buyId: 'a', votes: 2, unitPriceKobo: 100n }, 'b'],
    ['as many votes and a lower price', { buyId: 'c', unitPriceKobo: 899_999n }, 'c'],
    ['as many votes, the same price and an earlier end', { buyId: 'c', endsAt: new Date('2026-03-19') }, 'c'],
    ['more votes, and it has ended', { buyId: 'a', votes: 9, isOpen: false }, 'b'],
    ['more votes, and too little is left of it', { buyId: 'a', votes: 9, freeUnits: 1 }, 'b'],
    ['more votes, and it has too few places', { buyId: 'a', votes: 9, freePlaces: 1 }, 'b'],
    ['more votes, and nobody can pay for its least quantity', { buyId: 'a', votes: 9, minQuantity: 2 }, 'b'],
  ])('%s', (_, other, buyId) => {
    expect(winner(other)).toEqual({ outcome: 'bought', buyId, quantity: 1 })
  })

  test('is nothing without a vote, or without enough', () => {
    expect(planMonth([{ ...usual, votes: 0 }], [2_000_000n])).toEqual({ outcome: 'no_votes' })
    expect(planMonth([usual], [2_000_000n, 1_024_999n])).toEqual({ outcome: 'not_enough' })
    expect(planMonth([usual], [2_000_000n, 1_025_000n])).toMatchObject({ quantity: 1 })
    expect(planMonth([usual], [])).toEqual({ outcome: 'not_enough' })
  })
})

describe('what a member has', () => {
  test('goes back to the kobo, to the payments it came from, and never more than they brought', () => {
    fc.assert(
      fc.property(kobo, fc.array(kobo, { maxLength: 12 }), (balanceKobo, left) => {
        const sources = left.map((leftKobo, index) => ({ paymentId: `p${index}`, leftKobo }))
        let id = 0
        const { refunds, lines } = planPayOut(balanceKobo, { memberId: 'm', sources, newId: () => `r${id++}` })
        const sum = (amounts: readonly { amountKobo: bigint }[]) =>
          amounts.reduce((all, one) => all + one.amountKobo, 0n)
        expect(sum(lines)).toBe(balanceKobo)
        for (const { paymentId, amountKobo } of refunds)
          expect(amountKobo <= (sources.find((one) => one.paymentId === paymentId)?.leftKobo ?? 0n)).toBe(true)
        const recovered = sum(lines.filter(({ kind }) => kind === 'ajo_loss_recovered'))
        const all = left.reduce((total, one) => total + one, 0n)
        expect(recovered).toBe(balanceKobo > all ? balanceKobo - all : 0n)
      }),
    )
  })

  test('pays for what a bank takes back, and the market for the rest', () => {
    fc.assert(
      fc.property(kobo, kobo, (takenKobo, balanceKobo) => {
        const [own, lost] = contributionReversalLines(takenKobo, { memberId: 'm', balanceKobo })
        expect((own?.amountKobo ?? 0n) + (lost?.amountKobo ?? 0n)).toBe(takenKobo)
        expect((own?.amountKobo ?? 0n) <= balanceKobo).toBe(true)
        expect(lost?.amountKobo).toBe(takenKobo > balanceKobo ? takenKobo - balanceKobo : 0n)
      }),
    )
  })
})

test('the first due day is at least three days after the start, and each month has one', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 2, max: 12 }),
      (start, dueDay, months) => {
        const startsOn = start.toISOString().slice(0, 10)
        const days = dueDays(startsOn, { dueDay, months })
        expect(days).toHaveLength(months)
        expect((days[0] ?? '') >= addDays(startsOn, 3)).toBe(true)
        expect((days[0] ?? '') < addDays(startsOn, 35)).toBe(true)
        for (const [index, one] of days.entries()) {
          expect(Number(one.slice(8))).toBe(dueDay)
          const before = days[index - 1]
          if (before) expect(one.slice(0, 7)).toBe(addDays(`${before.slice(0, 7)}-28`, 5).slice(0, 7))
        }
      },
    ),
  )
})

test('members are reminded three days before, on the day, and three and seven days after it', () => {
  const steps = [-4, -3, -1, 0, 2, 3, 6, 7].map((days) => reminderStep('2026-03-12', addDays('2026-03-12', days)))
  expect(steps).toEqual([null, 'soon', 'soon', 'due', 'due', 'late', 'late', 'last'])
})
