import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import { journal } from '#domain/payments/movements.ts'
import { paymentReference } from '#domain/payments/references.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { inSavepoint } from '#platform/postgres/queries/in-savepoint.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import type { LockedCircle } from '#server/ajo-accounts/lock-circle.ts'
import { joinSingle } from '#server/group-buys/joining/join-batch.ts'
import { post } from '#server/ledger/post.ts'
import { ensureCollectionPlace } from '#server/payments/fulfilment/ensure-collection-place.ts'
import { markOrdersPaid } from '#server/payments/mark-orders-paid.ts'
import { lockOrders, readPayableOrders } from '#server/payments/payable-orders.ts'
import { notifyMembers } from './notify-members.ts'

interface Buying {
  circle: LockedCircle
  month: number
  siteUrl: string
  cell: number | null
  buyId: string
  quantity: number
}

export type MonthOfCircle = Omit<Buying, 'buyId' | 'quantity'>

/**
 * Orders the same quantity for every active member, each an order of their own, paid from their own account in the
 * circle. A member who cannot order (their own shop, an order that they have not paid for yet) keeps their money and is
 * notified. Returns how many were served.
 */
export async function buyForMembers(tx: pg.PoolClient, buying: Buying): Promise<{ served: number }> {
  const { circle, siteUrl } = buying
  const { rows: members } = await tx.query<BuyingMember>(
    `select id, person_id from public.ajo_members where circle_id = $1 and status = 'active' order by joined_at, id`,
    [circle.id],
  )
  const missed: string[] = []
  for (const member of members) if (!(await tryToBuy(tx, buying, member))) missed.push(member.id)
  const served = members.length - missed.length
  if (served > 0 && missed.length > 0)
    await notifyMembers(tx, 'ajo-not-bought', { circle, memberIds: missed, facts: { why: 'not_served' }, siteUrl })
  return { served }
}

interface BuyingMember {
  id: string
  person_id: string
}

/** Orders for one member; false if they cannot order, and nothing is changed then. */
export async function tryToBuy(tx: pg.PoolClient, buying: Buying, member: BuyingMember): Promise<boolean> {
  const isDone = (result: Refusal | null) => !isRefusal(result)
  try {
    return isDone(await inSavepoint(tx, () => buyForMember(tx, buying, member), isDone))
  } catch (fault) {
    // A guard of the database knows why this person cannot order or pay.
    const meaning = readSqlError(fault)?.meaning
    if (meaning !== 'refused' && meaning !== 'rule') throw fault
    return false
  }
}

async function buyForMember(
  tx: pg.PoolClient,
  buying: Buying,
  { id: memberId, person_id: userId }: BuyingMember,
): Promise<Refusal | null> {
  const { circle, buyId, quantity, siteUrl } = buying
  const joined = await joinSingle(tx, {
    input: {
      group_buy_id: buyId,
      quantity,
      isConfirmedByCaller: true,
      // An order that the member has not paid for themselves is not the circle's to pay.
      accept: ({ kind }) => (kind === 'grown' ? refuse('pay_first') : null),
      asOrder: { readRepresentation: null },
    },
    userId,
    // They have agreed to the circle's orders when they joined it.
    claims: { sub: userId, role: 'authenticated', aal: 'aal2' },
    siteUrl,
  })
  if (isRefusal(joined)) return joined
  const { id: orderId } = JSON.parse(joined) as OrderRow
  await lockOrders(tx, [orderId])
  const placeFault = await ensureCollectionPlace(tx, [orderId])
  if (placeFault) return placeFault
  const [order] = await readPayableOrders(tx, { orderIds: [orderId], userId })
  if (!order) return refuse('order_not_found')
  await payFromCircle(tx, { ...buying, memberId, userId, orderId, amountKobo: order.dueKobo })
  await notifyOfOrder(tx, { circle, memberId, orderId, amountKobo: order.dueKobo, siteUrl })
  return null
}

interface CircleOrder extends Buying {
  memberId: string
  userId: string
  orderId: string
  amountKobo: bigint
}

/**
 * Pays an order from a member's account: a payment within the ledger, of the gateway `ajo`. A refund to its
 * source comes back to the account (return-to-circles.ts). The ledger refuses more than the balance.
 */
async function payFromCircle(
  tx: pg.PoolClient,
  { circle, month, memberId, userId, orderId, amountKobo, cell, siteUrl }: CircleOrder,
): Promise<void> {
  const paymentId = crypto.randomUUID()
  await tx.query(
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo, channel, status, succeeded_at, next_check_at)
     values ($1, $2, $3, 'ajo', $4, $4, 'ajo', 'succeeded', clock_timestamp(), null)`,
    [paymentId, paymentReference(paymentId, cell), userId, amountKobo],
  )
  await tx.query(
    'insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) values ($1, $2, $3, 0)',
    [paymentId, orderId, amountKobo],
  )
  const line = { kind: 'ajo_spent', debitOwner: memberId, creditOwner: orderId, amountKobo } as const
  await post(tx, journal(`payment:${paymentId}`, [line]))
  await tx.query(`update public.orders set return_to = 'source' where id = $1`, [orderId])
  await markOrdersPaid(tx, { paymentId, siteUrl }, [{ orderId, nairaKobo: amountKobo, pepsKobo: 0n }])
  await tx.query(
    'insert into public.ajo_orders (member_id, circle_id, month, order_id, payment_id) values ($1, $2, $3, $4, $5)',
    [memberId, circle.id, month, orderId, paymentId],
  )
}

async function notifyOfOrder(
  tx: pg.PoolClient,
  {
    circle,
    memberId,
    orderId,
    amountKobo,
    siteUrl,
  }: Pick<CircleOrder, 'circle' | 'memberId' | 'orderId' | 'amountKobo' | 'siteUrl'>,
): Promise<void> {
  const { rows } = await tx.query<{ product: string; unit: string; quantity: number }>(
    `select g.product_name as product, g.unit, o.quantity from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = $1`,
    [orderId],
  )
  for (const { product, unit, quantity } of rows) {
    const facts = { orderId, product, unit, quantity, amountKobo }
    await notifyMembers(tx, 'ajo-bought', { circle, memberIds: [memberId], facts, siteUrl })
  }
}
