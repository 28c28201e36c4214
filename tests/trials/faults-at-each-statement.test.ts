import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { creditRewards } from '#server/rewards/credit-rewards.ts'
import { size, TIMEOUT_MS } from './setup/sizes.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'
import { watchedDatabase } from './setup/watched-database.ts'

// A money command that crashes at any statement has its whole effect or none.

/** Crashes at this statement and all later ones; 0: at none. */
const power = { statement: 0, seen: 0 }
let trial: Trial
beforeAll(async () => {
  trial = await openTrial({
    through: (database) =>
      watchedDatabase(database, () => {
        power.seen += 1
        // The connection stays closed: retries within the command fail too.
        if (power.statement > 0 && power.seen >= power.statement) throw new Error('The power is gone')
        return undefined
      }),
  })
})
afterAll(() => trial.close())

interface CrashScenario {
  act: () => Promise<unknown>
  /** A snapshot of the command's whole effect. */
  state: () => Promise<unknown>
}

const paidOrder = async (facts: Record<string, unknown> = {}) => {
  const { buyId, ownerId } = await trial.buy(facts)
  const order = await trial.join(buyId)
  await trial.pay(order)
  return { buyId, ownerId, order }
}

const stateOf = ({ orderId }: Owed, buyId: string) =>
  trial.row(
    `select o.status, o.charged_kobo, o.returned_kobo, g.status as buy, g.current_quantity, g.paid_quantity,
       (select count(*)::int from ledger.transfers) as transfers, (select count(*)::int from mail.messages) as mails,
       (select count(*)::int from public.refunds) as refunds, (select count(*)::int from public.payments) as payments
     from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = $1 and g.id = $2`,
    [orderId, buyId],
  )

const scenarios: Record<string, () => Promise<CrashScenario>> = {
  async joining() {
    const { buyId } = await trial.buy()
    const as = await trial.person()
    return {
      act: () => trial.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as }),
      state: () =>
        trial.row(
          `select current_quantity, (select count(*)::int from public.orders) as orders, (select count(*)::int from mail.messages) as mails from public.group_buys where id = $1`,
          [buyId],
        ),
    }
  },
  async 'leaving with what was paid'() {
    const { buyId, order } = await paidOrder()
    return { act: () => trial.leave(order), state: () => stateOf(order, buyId) }
  },
  async 'paying in PEPS'() {
    const { buyId } = await trial.buy()
    const order = await trial.join(buyId)
    await trial.give(order.buyer, order.dueKobo)
    return { act: () => trial.begin(order, order.dueKobo), state: () => stateOf(order, buyId) }
  },
  async 'booking a payment in two kinds of money'() {
    const { buyId } = await trial.buy()
    const order = await trial.join(buyId)
    await trial.give(order.buyer, 1_000)
    const { body } = await trial.begin(order, 1_000)
    await trial.press(body.payment_id, body.naira_kobo)
    return {
      act: () => confirmPayment(trial.payments, `AJ-${body.payment_id}`).catch(() => null),
      state: () => stateOf(order, buyId),
    }
  },
  async 'cancelling a buy'() {
    const { buyId, ownerId, order } = await paidOrder()
    const cancel = { group_buy_id: buyId, reason: 'The harvest failed' }
    return { act: () => trial.call('cancel-group-buy', cancel, { as: ownerId }), state: () => stateOf(order, buyId) }
  },
  async 'crediting a reward'() {
    const { buyId, order } = await paidOrder({ min_participants: 1 })
    const referrer = await trial.person()
    await trial.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
      referrer,
      order.buyer,
    ])
    await trial.letTimePass(buyId, 1)
    await trial.clock()
    const state = async () => ({
      ...(await stateOf(order, buyId)),
      ...(await trial.row(
        'select points_balance, (select settled_at is null from public.referrals where referrer_id = $1) as is_open from public.profiles where id = $1',
        [referrer],
      )),
    })
    return { act: () => creditRewards(trial.db.database, 'https://market.test').catch(() => null), state }
  },
}

/** Returns the number of statements at which it crashed; a partial effect is a finding. */
async function dieAtEach(name: string): Promise<{ died: number; halves: unknown[] }> {
  const scene = await scenarios[name]?.()
  if (!scene) throw new Error(`There is no scene ${name}`)
  const before = await scene.state()
  const halves: unknown[] = []
  for (let statement = 1; ; statement += 1) {
    Object.assign(power, { statement, seen: 0 })
    await scene.act()
    const isOver = power.seen < statement
    power.statement = 0
    trial.faults.length = 0
    const now = await scene.state()
    if (isOver) {
      expect(now).not.toEqual(before)
      return { died: statement - 1, halves }
    }
    try {
      expect(now).toEqual(before)
    } catch {
      halves.push(now)
      return { died: statement, halves }
    }
  }
}

test.each(Object.keys(scenarios))('%s', async (name) => {
  const { died, halves } = await dieAtEach(name)
  expect(halves).toEqual([])
  expect(died).toBeGreaterThan(2)
  expect(await trial.findings()).toEqual([])
})

/**
 * These jobs work in atomic steps: a crash at any statement, followed by another run, has the same result as no crash.
 */
test(
  'settling, giving back and refunding go on from wherever they died',
  async () => {
    let died = 0
    for (let statement = 1; ; statement += size(8, 1)) {
      const { buyId, order } = await paidOrder({ min_participants: died % 2 === 0 ? 1 : 2 })
      await trial.letTimePass(buyId, 13)
      Object.assign(power, { statement, seen: 0 })
      await trial.clock().catch(() => undefined)
      await trial.work().catch(() => undefined)
      const isOver = power.seen < statement
      power.statement = 0
      expect((await trial.findings()).filter((finding) => !finding.includes('power'))).toEqual([])
      if (isOver) break
      died += 1
      await trial.rewrite(`update public.gateway_events set next_try_at = now() where next_try_at is not null`)
      await trial.clock()
      for (let turn = 0; turn < 3; turn += 1) await trial.work()
      const { status } = await trial.row<{ status: string }>('select status from public.orders where id = $1', [
        order.orderId,
      ])
      expect(status).toBe(died % 2 === 1 ? 'confirmed' : 'refunded')
    }
    expect(died).toBeGreaterThan(5)
  },
  TIMEOUT_MS,
)

test('an act in two transactions is found half done', async () => {
  const { buyId, order } = await paidOrder()
  scenarios.twice = async () => ({
    act: async () => {
      for (const hours of [1, 2]) {
        await trial.db.database
          .as({ role: 'service_role', claims: { role: 'service_role', cause: 'clock' } }, (tx) =>
            tx.query('update public.orders set returned_kobo = returned_kobo + $2 where id = $1', [
              order.orderId,
              hours,
            ]),
          )
          .catch(() => undefined)
      }
    },
    state: () => stateOf(order, buyId),
  })
  const { halves } = await dieAtEach('twice')
  delete scenarios.twice
  expect(halves).toHaveLength(1)
  await trial.rewrite('update public.orders set returned_kobo = 0 where id = $1', [order.orderId])
})
