import type pg from 'pg'
import type { PaymentBegun, PayOrders } from '#api/commands.ts'
import { journal, type Line } from '#domain/payments/movements.ts'
import { type PayableOrder, type PaymentPlan, planPayment } from '#domain/payments/paying.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { isUuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE, type Shop } from '../command.ts'
import { freeHold } from './held-peps.ts'
import { lockOrders, readPayableOrders } from './payable-orders.ts'
import { placeFault } from './place-fault.ts'
import { post } from './post.ts'
import { writePaid } from './write-paid.ts'

const MOST_ORDERS = 20

/** Begins to pay orders: with PEPS at once, with naira at the gateway. Paying in two tabs is one payment. */
export const payOrders: Command<'pay-orders'> = {
  name: 'pay-orders',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_ids', 'peps_kobo', 'expected_kobo', 'return_to'],
  check,
  async run({ input, caller, tx, shop }) {
    const userId = caller.userId ?? ''
    await tx.query(`select public.caused_by('buyer')`)
    await lockOrders(tx, input.order_ids)
    const orders = await readPayableOrders(tx, { orderIds: input.order_ids, userId })
    if (orders.length < input.order_ids.length) return refuse('order_not_found')
    const lost = await placeFault(tx, input.order_ids)
    if (lost) return lost
    const { rows: former } = await tx.query<Running>(RUNNING, [input.order_ids, userId])
    const [running] = former
    const same = running && former.length === 1 && isSame(running, input) ? running : undefined
    // At the figures of this moment: what was begun before the price fell would come back and pay nothing.
    if (same && orders.every(({ status }) => status === 'pending') && dueOf(orders) === BigInt(input.expected_kobo))
      return begun(same)
    for (const { id } of former) await giveUp(tx, id)
    await tx.query(`select ledger.locked_balance_kobo('peps', $1)`, [userId])
    // Asked once the purse is locked: what was credited while this waited must be seen both as balance and as unripe.
    const { rows: purse } = await tx.query<{ kobo: bigint | null; now: Date }>(
      `select greatest(0, ledger.balance_kobo('peps', $1) - public.unripe_rewards_kobo($1)) as kobo, clock_timestamp() as now`,
      [userId],
    )
    const plan = planPayment(orders, {
      pepsKobo: BigInt(input.peps_kobo),
      expectedKobo: BigInt(input.expected_kobo),
      balanceKobo: purse[0]?.kobo ?? 0n,
      now: purse[0]?.now ?? new Date(),
    })
    if (isRefusal(plan)) return plan
    return write(tx, { plan, userId, returnTo: input.return_to, shop })
  },
}

function check(raw: Readonly<Record<string, unknown>>) {
  const errors: Record<string, string> = {}
  const ids = Array.isArray(raw.order_ids) ? raw.order_ids : []
  const isList = ids.length > 0 && ids.length <= MOST_ORDERS && ids.every(isUuid) && new Set(ids).size === ids.length
  if (!isList) errors.order_ids = `Orders must be 1 to ${MOST_ORDERS} different ids.`
  const isKobo = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
  if (!isKobo(raw.peps_kobo)) errors.peps_kobo = 'PEPS must be a whole number of kobo.'
  if (!isKobo(raw.expected_kobo)) errors.expected_kobo = 'The total must be a whole number of kobo.'
  const returnTo = raw.return_to ?? null
  if (returnTo !== null && returnTo !== 'peps' && returnTo !== 'source')
    errors.return_to = 'A difference goes to PEPS or to the source.'
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  return {
    ok: true as const,
    value: {
      ...(raw as unknown as PayOrders),
      order_ids: [...ids].sort(),
      return_to: returnTo as PayOrders['return_to'],
    },
  }
}

interface Running {
  id: string
  naira_kobo: bigint
  peps_kobo: bigint
  order_ids: string[]
}

/** Payments of these orders that may still be paid at the gateway. */
const RUNNING = `select p.id, p.naira_kobo, p.peps_kobo, coalesce((select array_agg(order_id order by order_id) from public.payment_parts where payment_id = p.id), '{}') as order_ids
  from public.payments p where p.user_id = $2 and p.status in ('initiated', 'pending') and p.expires_at > now()
    and exists (select from public.payment_parts where payment_id = p.id and order_id = any ($1::uuid[])) for update`

const dueOf = (orders: readonly PayableOrder[]) => orders.reduce((all, { dueKobo }) => all + dueKobo, 0n)

function isSame({ naira_kobo, peps_kobo, order_ids }: Running, input: PayOrders): boolean {
  return (
    peps_kobo === BigInt(input.peps_kobo) &&
    naira_kobo + peps_kobo === BigInt(input.expected_kobo) &&
    order_ids.join() === input.order_ids.join()
  )
}

const begun = ({ id, naira_kobo, peps_kobo }: Omit<Running, 'order_ids'>): PaymentBegun => ({
  ...{ payment_id: id, status: 'initiated', naira_kobo: Number(naira_kobo), peps_kobo: Number(peps_kobo) },
})

/** The person pays in another way now; what still comes in for the former attempt goes back by itself. */
async function giveUp(tx: pg.ClientBase, paymentId: string): Promise<void> {
  await tx.query('update public.payments set expires_at = now() where id = $1', [paymentId])
  await freeHold(tx, paymentId)
}

interface Writing {
  plan: PaymentPlan
  userId: string
  returnTo: PayOrders['return_to']
  shop: Shop
}

async function write(tx: pg.PoolClient, { plan, userId, returnTo, shop }: Writing): Promise<PaymentBegun> {
  const id = crypto.randomUUID()
  const byPeps = plan.nairaKobo === 0n
  const { rows } = await tx.query<{ expires_at: Date }>(
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo, peps_kobo, status, checkout_id, succeeded_at, next_look_at)
     values ($1, $2, $3, $4, $5, $6, $7, (select min(checkout_id::text)::uuid from public.orders where id = any ($8::uuid[])),
       case when $7 = 'succeeded' then now() end, case when $7 = 'initiated' then now() + interval '10 minutes' end) returning expires_at`,
    [
      ...[id, `AJ-${id}`, userId, byPeps ? 'peps' : shop.gateway, plan.nairaKobo, plan.pepsKobo],
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
  await tx.query('update public.orders set return_to = $2 where id = any ($1::uuid[])', [
    plan.parts.map(({ orderId }) => orderId),
    returnTo,
  ])
  const lines = plan.parts.map(
    ({ orderId, pepsKobo }): Line => ({
      ...{ kind: 'peps_spent', debitOwner: userId, creditOwner: orderId, amountKobo: pepsKobo },
      ...(!byPeps && { heldUntil: rows[0]?.expires_at ?? new Date() }),
    }),
  )
  await post(tx, journal(byPeps ? `payment:${id}` : `hold:${id}`, lines))
  if (byPeps) await writePaid(tx, { paymentId: id, siteUrl: shop.siteUrl }, plan.parts)
  const figures = { naira_kobo: Number(plan.nairaKobo), peps_kobo: Number(plan.pepsKobo) }
  return { payment_id: id, status: byPeps ? 'succeeded' : 'initiated', ...figures }
}
