import type pg from 'pg'
import type { StartedPayment } from '#api/commands.ts'
import { journal, type Line } from '#domain/payments/movements.ts'
import type { PaymentPlan } from '#domain/payments/paying.ts'
import { paymentReference } from '#domain/payments/references.ts'
import type { Shop } from '../command.ts'
import { freeHold } from './held-peps.ts'
import { post } from './post.ts'

/** A payment of these orders that may still be paid at the gateway. */
interface RunningPayment {
  id: string
  naira_kobo: bigint
  peps_kobo: bigint
  order_ids: string[]
}

/** The person's open payments of these orders, locked. */
export function readRunning(
  tx: pg.ClientBase,
  { orderIds, userId }: { orderIds: readonly string[]; userId: string },
): Promise<RunningPayment[]> {
  return tx
    .query<RunningPayment>(
      `select p.id, p.naira_kobo, p.peps_kobo, coalesce((select array_agg(order_id order by order_id) from public.payment_parts where payment_id = p.id), '{}') as order_ids
       from public.payments p where p.user_id = $2 and p.status in ('initiated', 'pending') and p.expires_at > now()
         and exists (select from public.payment_parts where payment_id = p.id and order_id = any ($1::uuid[])) for update`,
      [orderIds, userId],
    )
    .then(({ rows }) => rows)
}

interface Wished {
  order_ids: readonly string[]
  peps_kobo: number
  expected_kobo: number
}

export function isSamePayment({ naira_kobo, peps_kobo, order_ids }: RunningPayment, wish: Wished): boolean {
  return (
    peps_kobo === BigInt(wish.peps_kobo) &&
    naira_kobo + peps_kobo === BigInt(wish.expected_kobo) &&
    order_ids.join() === wish.order_ids.join()
  )
}

export const begun = ({ id, naira_kobo, peps_kobo }: Omit<RunningPayment, 'order_ids'>): StartedPayment => ({
  payment_id: id,
  status: 'initiated',
  naira_kobo: Number(naira_kobo),
  peps_kobo: Number(peps_kobo),
})

/** The person pays in another way now; what still comes in for the former attempt goes back by itself. */
export async function giveUp(tx: pg.ClientBase, paymentId: string): Promise<void> {
  await tx.query('update public.payments set expires_at = now() where id = $1', [paymentId])
  await freeHold(tx, paymentId)
}

/** What a person may spend, under their purse's lock: the same PEPS are not spent twice. */
export async function readPurse(tx: pg.ClientBase, userId: string): Promise<{ kobo: bigint; now: Date }> {
  await tx.query(`select ledger.locked_balance_kobo('peps', $1)`, [userId])
  // Asked once the purse is locked: what was credited while this waited must be seen both as balance and as unripe.
  const { rows } = await tx.query<{ kobo: bigint | null; now: Date }>(
    `select greatest(0, ledger.balance_kobo('peps', $1) - public.unripe_rewards_kobo($1)) as kobo, clock_timestamp() as now`,
    [userId],
  )
  return { kobo: rows[0]?.kobo ?? 0n, now: rows[0]?.now ?? new Date() }
}

interface Beginning {
  plan: PaymentPlan
  userId: string
  shop: Shop
}

/** A payment with its parts; PEPS are held for it, or paid at once where they cover everything: the caller then books what they pay. */
export async function beginPayment(tx: pg.PoolClient, { plan, userId, shop }: Beginning): Promise<StartedPayment> {
  const id = crypto.randomUUID()
  const byPeps = plan.nairaKobo === 0n
  const { rows } = await tx.query<{ expires_at: Date }>(
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, status, checkout_id, succeeded_at, next_look_at)
     values ($1, $2, $3, $4, $5, $6, $7, (select min(checkout_id::text)::uuid from public.orders where id = any ($8::uuid[])),
       case when $7 = 'succeeded' then now() end, case when $7 = 'initiated' then now() + interval '10 minutes' end) returning expires_at`,
    [
      id,
      paymentReference(id, shop.cell),
      userId,
      byPeps ? 'peps' : shop.gateway,
      plan.nairaKobo,
      plan.pepsKobo,
      byPeps ? 'succeeded' : 'initiated',
      plan.parts.map(({ orderId }) => orderId),
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
    ({ orderId, pepsKobo }): Line => ({
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
