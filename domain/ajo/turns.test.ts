import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contributionReversalLines, planPayOut } from './money.ts'
import { settlePositions, sharePot, type TurnMember } from './turns.ts'

const { seed } = fc.readConfigureGlobal()

const SUM_KOBO = 1_000_000n

interface Plan {
  /** The month that is not paid, or in which they leave; null: they stay. */
  dropsIn: number | null
  /** Part of the pot that their order costs, in thousandths; it comes back in a later month, or never. */
  spends: number
  backIn: number | null
  /** The month in which a bank takes back their first contribution. */
  reversedIn: number | null
}

const plan = (seats: number) =>
  fc.record<Plan>({
    dropsIn: fc.option(fc.integer({ min: 1, max: seats }), { freq: 2 }),
    spends: fc.integer({ min: 0, max: 1000 }),
    backIn: fc.option(fc.integer({ min: 1, max: seats + 2 }), { freq: 2 }),
    reversedIn: fc.option(fc.integer({ min: 2, max: seats }), { freq: 9 }),
  })

const circles = fc
  .integer({ min: 3, max: 12 })
  .chain((seats) => fc.array(plan(seats), { minLength: seats, maxLength: seats }))

class Member {
  readonly id: string
  readonly turn: number
  readonly plan: Plan
  isActive = true
  countedMonths = 0
  sumsAhead = 0
  settledKobo = 0n
  balanceKobo = 0n
  payments: { paymentId: string; leftKobo: bigint }[] = []
  paidInKobo = 0n
  spentKobo = 0n
  returnedKobo = 0n
  paidOutKobo = 0n
  reversedKobo = 0n
  recoveredKobo = 0n
  lostKobo = 0n
  mostGotKobo = 0n
  sumsGot = 0

  constructor(turn: number, of: Plan) {
    this.id = `m${turn}`
    this.turn = turn
    this.plan = of
  }

  get aheadKobo(): bigint {
    return BigInt(this.sumsAhead) * SUM_KOBO + this.settledKobo
  }

  facts(): TurnMember {
    const { id, turn, isActive, countedMonths, sumsAhead } = this
    return { id, turn, isActive, countedMonths, sumsAhead }
  }

  payOut(): void {
    const { lines, refunds } = planPayOut(this.balanceKobo, {
      memberId: this.id,
      sources: this.payments.toReversed(),
      newId: () => 'r',
    })
    for (const { paymentId, amountKobo } of refunds) {
      const source = this.payments.find((one) => one.paymentId === paymentId)
      if (source) source.leftKobo -= amountKobo
      this.paidOutKobo += amountKobo
    }
    this.recoveredKobo += lines
      .filter(({ kind }) => kind === 'ajo_loss_recovered')
      .reduce((all, one) => all + one.amountKobo, 0n)
    this.balanceKobo = 0n
  }
}

/** Lives through a circle as the server does, on accounts of its own. */
class Circle {
  readonly members: Member[]
  constructor(plans: readonly Plan[]) {
    this.members = plans.map((of, index) => new Member(index + 1, of))
    for (let month = 1; month <= plans.length; month += 1) this.live(month)
    this.end()
    for (const member of this.members) this.giveBack(member, (backIn) => backIn > plans.length)
    this.end()
  }

  find(id: string): Member {
    const found = this.members.find((one) => one.id === id)
    if (!found) throw new Error(`There is no ${id}`)
    return found
  }

  private live(month: number): void {
    for (const member of this.members) {
      this.giveBack(member, (backIn) => backIn === month)
      if (member.plan.reversedIn === month) this.reverse(member, month)
      if (!member.isActive) continue
      if (member.plan.dropsIn === null || month < member.plan.dropsIn) this.pay(member, month)
      else if (!(member.turn < month && member.balanceKobo >= SUM_KOBO)) this.drop(member, month)
    }
    const givers = this.members.filter(
      ({ isActive, turn, balanceKobo }) => isActive || (turn < month && balanceKobo >= SUM_KOBO),
    )
    this.share(month, givers)
    const taker = this.find(`m${month}`)
    if (!taker.isActive) return
    taker.spentKobo += (taker.balanceKobo * BigInt(taker.plan.spends)) / 1000n
    taker.balanceKobo -= taker.spentKobo
  }

  private pay(member: Member, month: number): void {
    member.payments.push({ paymentId: `${member.id}/${month}`, leftKobo: SUM_KOBO })
    member.paidInKobo += SUM_KOBO
    member.balanceKobo += SUM_KOBO
  }

  private drop(member: Member, month: number): void {
    member.isActive = false
    if (member.turn >= month) member.payOut()
  }

  private reverse(member: Member, month: number): void {
    const [payment] = member.payments
    if (!payment || payment.leftKobo < SUM_KOBO) return
    payment.leftKobo = 0n
    const [own, lost] = contributionReversalLines(SUM_KOBO, { memberId: member.id, balanceKobo: member.balanceKobo })
    member.reversedKobo += own?.amountKobo ?? 0n
    member.balanceKobo -= own?.amountKobo ?? 0n
    member.lostKobo += lost?.amountKobo ?? 0n
    if (member.isActive) this.drop(member, month)
  }

  private share(month: number, givers: readonly Member[]): void {
    const parts = sharePot(month, {
      members: this.members.map((one) => one.facts()),
      giverIds: new Set(givers.map(({ id }) => id)),
    })
    expect(parts.map(({ giverId }) => giverId).toSorted()).toEqual(givers.map(({ id }) => id).toSorted())
    for (const { giverId, receiverId } of parts) {
      const [giver, receiver] = [this.find(giverId), this.find(receiverId)]
      giver.countedMonths += 1
      receiver.sumsGot += 1
      if (giver === receiver) continue
      giver.balanceKobo -= SUM_KOBO
      giver.sumsAhead += 1
      receiver.balanceKobo += SUM_KOBO
      receiver.sumsAhead -= 1
    }
    for (const member of this.members) {
      if (!member.isActive && member.turn <= month && member.sumsAhead >= 0) member.payOut()
      if (member.balanceKobo > member.mostGotKobo) member.mostGotKobo = member.balanceKobo
    }
  }

  private giveBack(member: Member, isDue: (backIn: number) => boolean): void {
    const { backIn } = member.plan
    if (backIn === null || !isDue(backIn) || member.spentKobo === member.returnedKobo) return
    member.balanceKobo += member.spentKobo - member.returnedKobo
    member.returnedKobo = member.spentKobo
  }

  private end(): void {
    for (const { payerId, receiverId, amountKobo } of settlePositions(this.members)) {
      const [payer, receiver] = [this.find(payerId), this.find(receiverId)]
      payer.balanceKobo -= amountKobo
      payer.settledKobo += amountKobo
      receiver.balanceKobo += amountKobo
      receiver.settledKobo -= amountKobo
    }
    for (const member of this.members) member.payOut()
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)

describe(`turns (seed ${seed})`, () => {
  test('add up to the kobo, overdraw no account and give nobody more than all sums, with any drop-outs', () => {
    fc.assert(
      fc.property(circles, (plans) => {
        const { members } = new Circle(plans)
        const total = (of: (member: Member) => bigint) => sum(members.map(of))
        expect(total(({ paidInKobo, lostKobo }) => paidInKobo + lostKobo)).toBe(
          total(
            (one) =>
              one.spentKobo - one.returnedKobo + one.paidOutKobo + one.reversedKobo + one.recoveredKobo + one.lostKobo,
          ),
        )
        expect(total(({ aheadKobo }) => aheadKobo)).toBe(0n)
        for (const one of members) {
          expect(one.balanceKobo).toBe(0n)
          expect(one.mostGotKobo <= SUM_KOBO * BigInt(members.length)).toBe(true)
          expect(one.sumsGot).toBeLessThanOrEqual(members.length)
          // A bank's reversal is the market's loss; it gets no more back than that.
          expect(one.recoveredKobo <= one.lostKobo).toBe(true)
          for (const { leftKobo } of one.payments) expect(leftKobo >= 0n).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('without drop-outs everybody puts in and gets the same', () => {
    fc.assert(
      fc.property(circles, (plans) => {
        const { members } = new Circle(plans.map((one) => ({ ...one, dropsIn: null, reversedIn: null })))
        for (const one of members) {
          expect(one.sumsAhead).toBe(0)
          expect(one.paidInKobo).toBe(SUM_KOBO * BigInt(members.length))
          expect(one.spentKobo - one.returnedKobo + one.paidOutKobo).toBe(one.paidInKobo)
        }
      }),
    )
  })

  test('with drop-outs before their turn nobody loses or gains a kobo', () => {
    fc.assert(
      fc.property(circles, (plans) => {
        const early = plans.map((one, index) => ({
          ...one,
          reversedIn: null,
          dropsIn: one.dropsIn !== null && one.dropsIn <= index + 1 ? one.dropsIn : null,
        }))
        for (const one of new Circle(early).members) {
          expect(one.aheadKobo).toBe(0n)
          expect(one.spentKobo - one.returnedKobo + one.paidOutKobo).toBe(one.paidInKobo)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a drop-out after their turn takes at most one sum from each later month', () => {
    fc.assert(
      fc.property(circles, fc.nat(), (plans, pick) => {
        const drops = pick % plans.length
        const { members } = new Circle(
          plans.map((one, index) => ({
            ...one,
            reversedIn: null,
            dropsIn: index === drops ? Math.max(index + 2, one.dropsIn ?? 0) : null,
          })),
        )
        for (const one of members) {
          if (one.turn === drops + 1) continue
          expect(one.aheadKobo >= 0n && one.aheadKobo <= SUM_KOBO).toBe(true)
        }
      }),
    )
  })
})

const member = (turn: number, of: Partial<TurnMember> = {}): TurnMember => ({
  id: `m${turn}`,
  turn,
  isActive: true,
  countedMonths: 2,
  sumsAhead: 0,
  ...of,
})
const share = (month: number, members: readonly TurnMember[]) =>
  sharePot(month, { members, giverIds: new Set(members.filter(({ isActive }) => isActive).map(({ id }) => id)) }).map(
    ({ giverId, receiverId }) => `${giverId} to ${receiverId}`,
  )

test('the sums of a month become the turn-taker’s', () => {
  expect(share(2, [member(3), member(1), member(2)])).toEqual(['m1 to m2', 'm2 to m2', 'm3 to m2'])
})

test('a void turn pays back the drop-out, and those who are short keep their own sum', () => {
  // Dropped out after two months: the pots of months 4 and 5 are short.
  const dropped = member(3, { isActive: false, sumsAhead: 2 })
  expect(share(3, [member(1), member(2), dropped, member(4), member(5)])).toEqual([
    'm1 to m3',
    'm2 to m3',
    'm4 to m4',
    'm5 to m5',
  ])
  // Too little for both: the drop-out first.
  expect(share(3, [member(1, { isActive: false, sumsAhead: -2 }), dropped, member(4), member(5)])).toEqual([
    'm4 to m3',
    'm5 to m3',
  ])
})

test('what is left with a member who got too much goes to those who got too little, the most short first', () => {
  expect(
    settlePositions([
      { id: 'a', aheadKobo: -500n, balanceKobo: 350n },
      { id: 'b', aheadKobo: 200n, balanceKobo: 0n },
      { id: 'c', aheadKobo: 300n, balanceKobo: 50n },
    ]),
  ).toEqual([
    { payerId: 'a', receiverId: 'c', amountKobo: 300n },
    { payerId: 'a', receiverId: 'b', amountKobo: 50n },
  ])
})
