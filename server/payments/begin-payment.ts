import type pg from 'pg'
import type { StartedPayment } from '#api/commands/payments.ts'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import type { PaymentPlan } from '#domain/payments/paying.ts'
import { paymentReference } from '#domain/payments/references.ts'
import type { PaymentWay } from '#domain/payments/ways.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import type { CommandContext } from '#server/command.ts'
import { releaseHold } from '#server/ledger/held-peps.ts'
import { post } from '#server/ledger/post.ts'

/** A payment that may still be paid at the gateway. */
interface OpenPayment {
  id: string
  naira_kobo: bigint
  peps_kobo: bigint
  order_ids: string[]
  /** The payer may be paying at the gateway. */
  is_under_way: boolean
}

/** Locks and returns the user's open payments of these orders. */
export function readOpenPayments(
  tx: pg.ClientBase,
  { orderIds, userId }: { orderIds: readonly string[]; userId: string },
): Promise<OpenPayment[]> {
  return tx
    .query<OpenPayment>(
      `select p.id, p.naira_kobo, p.peps_kobo, public.is_under_way(p) as is_under_way, coalesce((select array_agg(order_id order by order_id) from public.payment_parts where payment_id = p.id), '{}') as order_ids
       from public.payments p where p.user_id = $2 and p.status in ('initiated', 'pending') and p.expires_at > now()
         and exists (select from public.payment_parts where payment_id = p.id and order_id = any ($1::uuid[])) for update`,
      [orderIds, userId],
    )
    .then(({ rows }) => rows)
}

interface PaymentRequest {
  order_ids: readonly string[]
  peps_kobo: number
  expected_kobo: number
}

export function isSamePayment({ naira_kobo, peps_kobo, order_ids }: OpenPayment, request: PaymentRequest): boolean {
  return (
    peps_kobo === BigInt(request.peps_kobo) &&
    naira_kobo + peps_kobo === BigInt(request.expected_kobo) &&
    order_ids.join() === request.order_ids.join()
  )
}

export const toStartedPayment = ({
  id,
  naira_kobo,
  peps_kobo,
}: Pick<OpenPayment, 'id' | 'naira_kobo' | 'peps_kobo'>): StartedPayment => ({
  payment_id: id,
  status: 'initiated',
  naira_kobo: Number(naira_kobo),
  peps_kobo: Number(peps_kobo),
})

/** Refuses a second payment while the first may be paid at the gateway. */
export function secondPaymentFault(former: readonly OpenPayment[]): Refusal | null {
  const running = former.find(({ is_under_way }) => is_under_way)
  return running ? refuse('payment_under_way', { details: { payment_id: running.id } }) : null
}

/**
 * Ends an open payment because the user pays in another way. Money that still arrives for it is refunded automatically.
 */
export async function expirePayment(tx: pg.ClientBase, paymentId: string): Promise<void> {
  await tx.query('update public.payments set expires_at = now() where id = $1', [paymentId])
  await releaseHold(tx, paymentId)
}

/** Locks the user's PEPS account and returns what they may spend, so that the same PEPS are not spent twice. */
export async function readSpendablePeps(tx: pg.ClientBase, userId: string): Promise<{ kobo: bigint; now: Date }> {
  await tx.query(`select ledger.locked_balance_kobo('peps', $1)`, [userId])
  // A separate query, once the account is locked: credits made during the wait must count both as balance and as
  // unripe.
  const { rows } = await tx.query<{ kobo: bigint | null; now: Date }>(
    `select greatest(0, ledger.balance_kobo('peps', $1) - public.pending_rewards_kobo($1)) as kobo, clock_timestamp() as now`,
    [userId],
  )
  return { kobo: rows[0]?.kobo ?? 0n, now: rows[0]?.now ?? new Date() }
}

interface NewPayment {
  plan: PaymentPlan
  way?: PaymentWay | null
  userId: string
  context: CommandContext
}

/**
 * Creates a payment with its parts. Its PEPS are held; if they cover everything they are paid at once, and the caller
 * marks the orders paid.
 */
export async function beginPayment(
  tx: pg.PoolClient,
  { plan, way = null, userId, context }: NewPayment,
): Promise<StartedPayment> {
  const id = crypto.randomUUID()
  const byPeps = plan.nairaKobo === 0n
  const { rows } = await tx.query<{ expires_at: Date }>(
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, status, way, checkout_id, succeeded_at, next_check_at)
     values ($1, $2, $3, $4, $5, $6, $7, $9, (select min(checkout_id::text)::uuid from public.orders where id = any ($8::uuid[])),
       case when $7 = 'succeeded' then now() end, case when $7 = 'initiated' then now() + interval '10 minutes' end) returning expires_at`,
    [
      id,
      paymentReference(id, context.cell),
      userId,
      byPeps ? 'peps' : context.gateway,
      plan.nairaKobo,
      plan.pepsKobo,
      byPeps ? 'succeeded' : 'initiated',
      plan.parts.map(({ orderId }) => orderId),
      way,
    ],
  )
  await tx.query(
    `insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo)
     select $1, p.* from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as p`,
    [
      id,
      plan.parts.map(({ orderId }) => orderId),
      plan.parts.map(({ nairaKobo }) => nairaKobo),
      plan.parts.map(({ pepsKobo }) => pepsKobo),
    ],
  )
  const lines = plan.parts.map(
    ({ orderId, pepsKobo }): LedgerLine => ({
      kind: 'peps_spent',
      debitOwner: userId,
      creditOwner: orderId,
      amountKobo: pepsKobo,
      ...(!byPeps && { heldUntil: rows[0]?.expires_at ?? new Date() }),
    }),
  )
  await post(tx, journal(byPeps ? `payment:${id}` : `hold:${id}`, lines))
  const figures = { naira_kobo: Number(plan.nairaKobo), peps_kobo: Number(plan.pepsKobo) }
  return { payment_id: id, status: byPeps ? 'succeeded' : 'initiated', ...figures }
}
