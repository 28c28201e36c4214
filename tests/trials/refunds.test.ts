import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { draw, inParallel, seed, size, TIMEOUT_MS } from './setup/sizes.ts'
import { openTrial, type Trial } from './setup/trial.ts'

// Refunds in parallel, never beyond what was paid.

const PAYMENTS = size(12, 1_000)

/** The results of all tests except the deliberately wrong ones. */
let sound: Trial
let trial: Trial
beforeAll(async () => {
  sound = await openTrial()
})
afterEach(async () => {
  if (trial !== sound) await trial.close()
})
afterAll(() => sound.close())

/** Most refunds here are only in the ledger, without a row in the table of refunds. */
const findings = async () => (await trial.findings()).filter((one) => !one.startsWith('L9 orphans'))

interface RefundTotals {
  paid: bigint
  requested: bigint
  refunded: bigint
  left: bigint
}

test(
  `${PAYMENTS} payments, each refunded in 2 to 20 parts at once: at most what was paid, to the kobo (seed ${seed})`,
  async () => {
    trial = sound
    const outcomes = await refundAll(trial, PAYMENTS, postRefund)
    expect(outcomes.filter(({ paid, refunded, left }) => refunded > paid || left !== paid - refunded)).toEqual([])
    // Each rejected refund exceeded the remainder: none that fitted was rejected.
    expect(outcomes.filter(({ paid, requested, refunded }) => requested <= paid && refunded !== requested)).toEqual([])
    expect(outcomes.some(({ paid, requested }) => requested > paid)).toBe(true)
    expect(await findings()).toEqual([])
  },
  TIMEOUT_MS,
)

test('a refund whose check stands outside the lock is found', async () => {
  trial = await openTrial({ sabotage: 'alter table ledger.accounts drop constraint never_overdrawn' })
  const outcomes = await refundAll(trial, 10, async (refund) => {
    const { kobo } = await trial.row<{ kobo: bigint }>(`select ledger.balance_kobo('escrow', $1) as kobo`, [
      refund.order,
    ])
    return kobo >= BigInt(Number(refund.amount)) && (await postRefund(refund))
  })
  expect(outcomes.some(({ paid, refunded }) => refunded > paid)).toBe(true)
  expect((await trial.findings()).join()).toContain('L3 overdrawn')
})

test('amounts of nothing, less than nothing, parts of a kobo and beyond all money are refused', async () => {
  trial = sound
  const order = crypto.randomUUID()
  await book(trial, order, 1_000_000)
  for (const amount of [0, -1, -1_000_000, 0.5, 1e-9, '1.5', 2 ** 53, '9007199254740993', 1e30, 'NaN', null, '']) {
    await expect(postRefund({ order, amount })).rejects.toThrow()
  }
  expect(await postRefund({ order, amount: 1_000_000 })).toBe(true)
  expect(await findings()).toEqual([])
})

test('the gateway is asked for as much at most as came in, in however many parts', async () => {
  trial = sound
  const { buyId } = await trial.buy()
  const order = await trial.join(buyId)
  await trial.pay(order)
  const { reference } = await trial.row<{ reference: string }>(
    'select reference from public.payments where user_id = $1',
    [order.buyer],
  )
  const part = BigInt(Math.floor(order.dueKobo / 4) + 1)
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, note) =>
      trial.play.gateway.refund({ reference, amountKobo: part, note: `part ${note}` }).then(
        () => 1,
        (fault: unknown) => (fault instanceof GatewayFault && fault.isRefused ? 0 : Number.NaN),
      ),
    ),
  )
  expect(made.reduce((all, one) => all + one, 0)).toBe(3)
})

test(
  'leaving by every tab, a vendor who cancels and a clock that turns meanwhile give each order back once',
  async () => {
    trial = sound
    for (let round = 0; round < size(1, 60); round += 1) {
      const next = draw(`leaving ${round}`)
      const { buyId, ownerId } = await trial.buy()
      const orders = []
      for (let person = 0; person < 6; person += 1) orders.push(await trial.join(buyId))
      for (const order of orders) {
        const peps = next(2) * (1 + next(order.dueKobo))
        if (peps > 0) await trial.give(order.buyer, peps)
        await trial.pay(order, peps)
      }
      const late = next(2) === 1
      if (late) await makeLeavingLate(trial, buyId)
      const cancel = { group_buy_id: buyId, reason: 'The harvest failed' }
      await Promise.all([
        ...orders.flatMap((order) => [0, 1, 2].map(() => trial.leave(order))),
        trial.call('cancel-group-buy', cancel, { as: ownerId }),
        trial.clock(),
        trial.work(),
      ])
      await trial.clock()
      for (let turn = 0; turn < 3; turn += 1) await trial.work()
      const { rows } = await trial.db.owner.query(
        `select o.status, o.charged_kobo - o.returned_kobo - coalesce((select sum(amount_kobo) from ledger.transfers t
         where t.kind = 'late_leave_charge' and t.debit_id = ledger.id_of('escrow:' || o.id)), 0) as missing
       from public.orders o where group_buy_id = $1`,
        [buyId],
      )
      expect(rows).toEqual(orders.map(() => ({ status: 'refunded', missing: '0' })))
      expect(await findings()).toEqual([])
    }
  },
  TIMEOUT_MS,
)

const makeLeavingLate = ({ rewrite }: Trial, buyId: string) =>
  rewrite(
    `with paid as (update public.orders set paid_at = now() - interval '2 hours' where group_buy_id = $1)
     update public.group_buys set end_date = now() + interval '30 hours', payment_due_at = now() + interval '3 days' where id = $1`,
    [buyId],
  )

async function book({ db }: Trial, order: string, kobo: number): Promise<void> {
  await db.owner.query('select ledger.post($1, $2)', [
    `trial-paid:${order}`,
    JSON.stringify([{ kind: 'payment', credit: order, amount_kobo: kobo }]),
  ])
}

interface Refund {
  order: string
  amount: unknown
}

/** Returns false if the order has less. */
async function postRefund({ order, amount }: Refund): Promise<boolean> {
  const lines = [{ kind: 'return_owed', debit: order, credit: crypto.randomUUID(), amount_kobo: amount }]
  try {
    await trial.db.database.as(SERVICE, (tx) =>
      tx.query('select ledger.post($1, $2)', [`trial-refund:${crypto.randomUUID()}`, JSON.stringify(lines)]),
    )
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'never_overdrawn') return false
    throw error
  }
}

async function refundAll(
  market: Trial,
  count: number,
  refund: (request: Refund) => Promise<boolean>,
): Promise<RefundTotals[]> {
  const next = draw('refunds')
  const plans = Array.from({ length: count }, () => {
    const paid = 1 + next(20_000_000)
    const parts = Array.from({ length: 2 + next(19) }, () => 1 + next(Math.ceil(paid / 4)))
    return { order: crypto.randomUUID(), paid, parts }
  })
  const outcomes: RefundTotals[] = []
  await inParallel(plans, 4, async ({ order, paid, parts }) => {
    await book(market, order, paid)
    const done = await Promise.all(parts.map((amount) => refund({ order, amount })))
    const { left } = await market.row<{ left: bigint }>(`select ledger.balance_kobo('escrow', $1) as left`, [order])
    const sum = (all: number[]) => BigInt(all.reduce((one, two) => one + two, 0))
    outcomes.push({
      paid: BigInt(paid),
      requested: sum(parts),
      refunded: sum(parts.filter((_, part) => done[part])),
      left,
    })
  })
  return outcomes
}
