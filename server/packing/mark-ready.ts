import type pg from 'pg'
import { checkAlso, checkFields, optional, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { makeReady } from './make-ready.ts'

/**
 * Shop staff mark a whole buy, or an order from the cart, as packed, including lines not ticked yet. Orders whose place
 * has closed are skipped: their buyers are notified again, and become ready once they have chosen another place.
 */
export const markReady: Command<'mark-ready'> = {
  name: 'mark-ready',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['group_buy_id', 'order_id', 'orders'],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        group_buy_id: optional(uuid('Group buy')),
        order_id: optional(uuid('Order')),
        orders: wholeNumber({ label: 'Orders', min: 0, max: 1_000_000 }),
      }),
      ({ group_buy_id, order_id }): Record<string, string> =>
        (group_buy_id === null) === (order_id === null) ? { order_id: 'Name a group buy or an order.' } : {},
    ),
  async run({ input, caller, tx, context }) {
    const { rows: buys } = await tx.query<{ name: string; status: string }>(
      `select g.product_name as name, g.status, public.caused_by('vendor') from public.group_buys g
       where g.id = $1 and rights.packs_for($2, g.vendor_id) for no key update`,
      [input.group_buy_id, caller.userId],
    )
    const buy = buys[0]
    if (input.group_buy_id && !buy) return refuse('buy_not_found')
    if (buy && buy.status !== 'confirmed') {
      return refuse('move_not_allowed', {
        message:
          buy.status === 'ready' || buy.status === 'completed'
            ? 'This group buy is ready already.'
            : 'Only a confirmed group buy can be made ready.',
      })
    }
    const { rows: all } = await tx.query<{ id: string; order_no: number; status: string }>(
      `select o.id, o.order_no::integer, o.status, public.caused_by('vendor') from public.orders o
       where (o.id = $2 and o.group_buy_id is null and o.is_paid and rights.packs_for($3, o.vendor_id)) or (o.group_buy_id = $1 and o.status = 'confirmed')
       order by o.id for no key update`,
      [input.group_buy_id, input.order_id, caller.userId],
    )
    if (input.order_id && all.length === 0) return refuse('order_not_found')
    if (input.order_id && all[0]?.status !== 'paid') {
      return refuse('move_not_allowed', { message: 'This order is ready already.' })
    }
    const waiting = await readWaiting(
      tx,
      all.map(({ id }) => id),
    )
    if (input.order_id && waiting.length > 0) return refuse('waits_for_place')
    const orders = all.filter(({ id }) => !waiting.some((one) => one.id === id))
    if (orders.length !== input.orders) {
      return refuse('packing_changed', {
        message: 'The orders have changed since you looked. Please look at them again.',
        details: { orders: orders.length },
      })
    }
    await makeReady(
      tx,
      orders.map(({ id }) => id),
      { siteUrl: context.siteUrl },
    )
    await notifyEach(
      tx,
      'order-waits-for-place',
      waiting.map(({ email, user_id: person, ...facts }) => ({ to: email, person, facts, siteUrl: context.siteUrl })),
    )
    // Orders whose buyers choose another place are marked ready by a later call.
    if (input.group_buy_id && waiting.length === 0) {
      await tx.query(`update public.group_buys set status = 'ready' where id = $1`, [input.group_buy_id])
    }
    const [first] = orders
    await recordAct(tx, {
      actorId: caller.userId,
      action: input.group_buy_id ? 'group-buy.ready' : 'order.ready',
      subject: { type: input.group_buy_id ? 'group_buy' : 'order', id: input.group_buy_id ?? input.order_id },
      after: buy
        ? { orders: orders.length, ...(waiting.length > 0 && { waiting: waiting.length }) }
        : { order_no: first?.order_no ?? null },
    })
    return { ready_orders: orders.length, waiting_orders: waiting.length }
  },
}

interface WaitingOrder {
  id: string
  orderId: string
  orderNo: number
  what: string
  place: string
  user_id: string
  email: string | null
}

/** Returns the orders whose place has closed and whose buyers have not chosen another. Locks the places. */
async function readWaiting(tx: pg.ClientBase, orderIds: readonly string[]): Promise<WaitingOrder[]> {
  await tx.query(
    `select from public.pickup_points where id in (select pickup_point_id from public.orders where id = any ($1::uuid[])) order by id for share`,
    [orderIds],
  )
  const { rows } = await tx.query<WaitingOrder>(
    `select o.id, o.id as "orderId", o.order_no::integer as "orderNo", p.name as place, o.user_id, rights.email_of(o.user_id) as email,
       coalesce((select string_agg(product_name, ', ' order by product_name) from public.order_lines where order_id = o.id), '') as what
     from public.orders o join public.pickup_points p on p.id = o.pickup_point_id where o.id = any ($1::uuid[]) and p.closed_at is not null order by o.id`,
    [orderIds],
  )
  return rows
}
