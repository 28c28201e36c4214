import type pg from 'pg'
import { journal, type Line } from '#domain/payments/movements.ts'
import { type ReturnTo, returnLines } from '#domain/payments/returning.ts'
import { issueCreditNotes } from '../receipts/issue-credit-notes.ts'
import { takeBackRewards } from './credit-rewards.ts'
import { type PaidRow, paidWith } from './paid-with.ts'
import { postAll } from './post.ts'
import { writeRefunds } from './write-refunds.ts'

export interface GivenBack extends PaidRow {
  payment_id: string | null
}

interface Giving<Order extends GivenBack> {
  /** Of an order: all that is left of what was paid, or less. */
  amountKobo: (order: Order) => bigint
  to: ReturnTo
  reason: 'left' | 'buy_failed' | 'buy_cancelled' | 'order_cancelled'
  siteUrl: string
  /** Further lines of the same event, such as a charge. */
  more?: (order: Order) => Line[]
}

/** What is left of what was paid for an order. */
export const leftKobo = ({ charged_kobo, returned_kobo }: PaidRow): bigint => charged_kobo - returned_kobo

/** Ends paid orders: they are being refunded from now on. PEPS are back at once; naira go to where they came from. */
export async function giveBack<Order extends GivenBack>(
  tx: pg.PoolClient,
  orders: readonly Order[],
  { amountKobo, to, reason, more, siteUrl }: Giving<Order>,
): Promise<void> {
  if (orders.length === 0) return
  const given = orders.map((order) => {
    const refundId = crypto.randomUUID()
    const amount = amountKobo(order)
    const { lines } = returnLines(paidWith(order), { amountKobo: amount, to, refundId })
    const owed = lines.filter(({ kind }) => kind === 'return_owed').reduce((all, line) => all + line.amountKobo, 0n)
    return {
      order,
      refundId,
      amount,
      owed,
      journal: journal(`${reason}:${order.id}`, [...lines, ...(more?.(order) ?? [])]),
    }
  })
  const wanted = given.map(({ order, refundId, owed }) => ({
    refundId,
    orderId: order.id,
    paymentId: order.payment_id,
    amountKobo: owed,
  }))
  const spread = await writeRefunds(tx, wanted, { reason })
  await postAll(
    tx,
    given.map((one) => spread(one.journal)),
  )
  for (const some of onePerPerson(given)) {
    await tx.query(
      `update public.orders o set status = 'refunding', returned_kobo = o.returned_kobo + g.amount, ended_at = coalesce(o.ended_at, clock_timestamp()), end_reason = $3
       from unnest($1::uuid[], $2::bigint[]) as g (id, amount) where o.id = g.id`,
      [some.map(({ order }) => order.id), some.map(({ amount }) => amount), END_REASONS[reason]],
    )
  }
  await issueCreditNotes(
    tx,
    given.map(({ order, amount }) => ({ orderId: order.id, amountKobo: amount })),
    { cause: reason, reason: END_REASONS[reason] },
  )
  await takeBackRewards(tx, { orderIds: given.map(({ order }) => order.id), siteUrl })
}

/** The counters look for a person's other orders after each statement: two that end in the same one would each count the person out. */
function onePerPerson<Given extends { order: GivenBack }>(given: readonly Given[]): Given[][] {
  const turns: Given[][] = []
  const met = new Map<string, number>()
  for (const one of given) {
    const turn = met.get(one.order.user_id) ?? 0
    met.set(one.order.user_id, turn + 1)
    const some = turns[turn]
    if (some) some.push(one)
    else turns.push([one])
  }
  return turns
}

const END_REASONS = {
  left: 'left by the buyer',
  buy_failed: 'too few people paid',
  buy_cancelled: 'the group buy was cancelled',
  order_cancelled: 'cancelled by the buyer',
}
