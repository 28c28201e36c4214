import type pg from 'pg'
import { isLocked } from '#domain/group-buys/participants/leaving.ts'
import { journal } from '#domain/payments/movements.ts'
import { reversalLines } from '#domain/payments/refunds/reversing.ts'
import { type PaidContribution, reverseContribution } from '#server/ajo-accounts/contribution-payment.ts'
import { type PaidLaterRow, paidWith, REFUNDED_KOBO } from '#server/ledger/paid-with.ts'
import { post, postAll } from '#server/ledger/post.ts'
import { writeRefunds } from '#server/ledger/write-refunds.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { clawBackRewards } from '#server/rewards/credit-rewards.ts'

interface Reversal {
  paymentId: string
  reference: string
  /** Amount that the bank returned to the payer, not counting our own refunds. */
  takenKobo: bigint
  /** The contribution to a circle of ajo that it was for. */
  contribution?: PaidContribution | null
  siteUrl: string
}

/**
 * Books a payment that the payer's bank has reversed. The caller holds the locks of its orders and of the payment.
 * Orders whose goods are not handed over end: their escrow covers the reversal, their PEPS are returned at once, and
 * the remainder is the market's loss. The buyer and the administrators are notified.
 */
export async function bookReversal(
  tx: pg.PoolClient,
  { paymentId, reference, takenKobo, contribution, siteUrl }: Reversal,
): Promise<void> {
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    `update public.payments set status = 'reversed', trouble = 'reversed', charged_back_kobo = $2 where id = $1
     returning user_id as person, rights.email_of(user_id) as email`,
    [paymentId, takenKobo],
  )
  const orders = await readOrders(tx, paymentId)
  const circle = contribution?.paidBy === paymentId ? await reverseContribution(tx, { contribution, takenKobo }) : null
  const { lines, ended, lossKobo, passedOn } = reversalLines(
    takenKobo,
    orders.map((order) => ({
      ...paidWith(order),
      heldKobo: order.held_kobo,
      broughtKobo: order.brought_kobo,
      isHandedOver: HANDED_OVER.has(order.status) || order.is_partly_out,
    })),
  )
  await post(tx, journal(`reversed:${reference}`, circle?.lines ?? lines))
  await circle?.end()
  await tx.query(
    `insert into public.passed_on_chargebacks (order_id, payment_id, amount_kobo) select o.id, $1, o.kobo from unnest($2::uuid[], $3::bigint[]) as o (id, kobo)
     on conflict (order_id) do update set amount_kobo = passed_on_chargebacks.amount_kobo + excluded.amount_kobo`,
    [paymentId, passedOn.map(({ orderId }) => orderId), passedOn.map(({ amountKobo }) => amountKobo)],
  )
  await refundOtherPayments(tx, { paymentId, ended })
  await tx.query(
    `update public.orders o set status = 'refunding', returned_kobo = o.returned_kobo + e.back, ended_at = clock_timestamp(), end_reason = 'the bank took the payment back'
     from unnest($1::uuid[], $2::bigint[]) as e (id, back) where o.id = e.id`,
    [ended.map(({ orderId }) => orderId), ended.map(({ pepsKobo, otherKobo }) => pepsKobo + otherKobo)],
  )
  for (const order of orders) if (ended.some(({ orderId }) => orderId === order.id)) await countAsLateLeaver(tx, order)
  await clawBackRewards(tx, { orderIds: ended.map(({ orderId }) => orderId), siteUrl })
  const orderNos = orders
    .filter(({ id }) => ended.some(({ orderId }) => orderId === id))
    .map(({ order_no }) => order_no)
  const facts = { paymentId, reference, amountKobo: takenKobo, orderNos, lossKobo: circle?.lossKobo ?? lossKobo }
  for (const { email: to, person } of rows)
    await queueSystemMail(tx, 'payment-reversed', { to, person, facts, siteUrl })
  await notifyAdmins(tx, 'payment-charged-back', { facts, siteUrl })
}

/** Refunds what other payments paid for the ended orders to where it came from. */
async function refundOtherPayments(
  tx: pg.PoolClient,
  { paymentId, ended }: Pick<Reversal, 'paymentId'> & { ended: EndedOrders },
) {
  const refunds = ended.flatMap(({ orderId, otherKobo }) =>
    otherKobo > 0n ? [{ refundId: crypto.randomUUID(), orderId, paymentId: null, amountKobo: otherKobo }] : [],
  )
  const splitCredits = await writeRefunds(tx, refunds, { reason: 'payment_reversed', without: paymentId })
  const journals = refunds.map(({ refundId, orderId, amountKobo }) =>
    splitCredits(
      journal(`payment_reversed:${orderId}`, [
        { kind: 'return_owed', debitOwner: orderId, creditOwner: refundId, amountKobo },
      ]),
    ),
  )
  await postAll(tx, journals)
}

type EndedOrders = ReturnType<typeof reversalLines>['ended']

const HANDED_OVER = new Set(['collected', 'delivered', 'completed'])

function readOrders(tx: pg.ClientBase, paymentId: string): Promise<ReversedOrderRow[]> {
  return tx
    .query<ReversedOrderRow>(
      `select o.id, o.user_id, o.order_no::integer, o.status, o.charged_kobo, o.peps_kobo, o.returned_kobo,
       ${REFUNDED_KOBO} as refunded_kobo, o.paid_at, o.group_buy_id,
         g.end_date, g.payment_due_at, g.extended_at, coalesce(ledger.balance_kobo('escrow', o.id), 0) as held_kobo, t.naira_kobo as brought_kobo, clock_timestamp() as now,
         exists (select from public.hand_overs h where h.order_id = o.id and h.status = 'done') as is_partly_out
       from public.payment_parts t join public.orders o on o.id = t.order_id left join public.group_buys g on g.id = o.group_buy_id
       left join public.difference_payments d on d.payment_id = t.payment_id and d.status = 'applied'
       where t.payment_id = $1 and (o.payment_id = $1 or d.payment_id is not null) and o.is_paid order by o.id`,
      [paymentId],
    )
    .then(({ rows }) => rows)
}

/** Once free leaving is over, the buyer continues to count for the price, as if they had left late. */
async function countAsLateLeaver(tx: pg.ClientBase, order: ReversedOrderRow): Promise<void> {
  const { group_buy_id, user_id, paid_at: paidAt, end_date, payment_due_at, extended_at: extendedAt, now } = order
  if (!group_buy_id || !end_date || !payment_due_at) return
  if (!isLocked({ paidAt, buy: { endDate: end_date, paymentDueAt: payment_due_at, extendedAt } }, now)) return
  await tx.query(
    `update public.group_buys g set left_late = left_late + 1 where id = $1
       and not exists (select from public.orders o where o.group_buy_id = g.id and o.user_id = $2 and o.is_paid)`,
    [group_buy_id, user_id],
  )
}

interface ReversedOrderRow extends PaidLaterRow {
  order_no: number
  status: string
  paid_at: Date | null
  group_buy_id: string | null
  end_date: Date | null
  payment_due_at: Date | null
  extended_at: Date | null
  held_kobo: bigint
  brought_kobo: bigint
  /** Some of its goods were handed over. */
  is_partly_out: boolean
  now: Date
}
