import type pg from 'pg'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { mayManagePlaces } from './may-manage-places.ts'

/**
 * Closes a collection point for a reason. Refused while goods are ready there; buyers with later orders are notified
 * and choose another. The row lock serialises it with concurrent choices of the place.
 */
export const closePlace: Command<'close-place'> = {
  name: 'close-place',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['pickup_point_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      pickup_point_id: uuid('Place'),
      reason: text({ label: 'Reason', min: 5, max: 300 }),
    }),
  async run({ input, caller, tx, context }) {
    if (!(await mayManagePlaces(tx, caller.userId))) return refuse('not_allowed')
    const { pickup_point_id: id, reason } = input
    await tx.query('select from public.pickup_points where id = $1 for update', [id])
    const { rows } = await tx.query<PlaceToClose>(
      `select name, state, closed_at, (select count(*)::integer from public.orders o where o.pickup_point_id = p.id and (o.status = 'ready'
         or exists (select from public.hand_overs h where h.order_id = o.id and h.status = 'open'))) as waiting from public.pickup_points p where id = $1`,
      [id],
    )
    const [place] = rows
    if (!place) return refuse('not_found')
    if (place.closed_at) return refuse('already_done')
    if (place.waiting > 0) {
      const orders = place.waiting === 1 ? '1 order is' : `${place.waiting} orders are`
      return refuse('place_in_use', { message: `${orders} still to be handed over there. Close it once they are.` })
    }
    await tx.query('update public.pickup_points set closed_at = clock_timestamp(), closed_reason = $2 where id = $1', [
      id,
      reason,
    ])
    await notifyBuyers(tx, { id, name: place.name, reason, siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'pickup-point.close',
      subject: { type: 'pickup-point', id },
      before: { name: place.name, state: place.state },
      after: { reason },
    })
    return { pickup_point_id: id }
  },
}

interface PlaceToClose {
  name: string
  state: string
  closed_at: Date | null
  waiting: number
}

interface ClosedPlace {
  id: string
  name: string
  reason: string
  siteUrl: string
}

async function notifyBuyers(tx: pg.PoolClient, { id, name, reason, siteUrl }: ClosedPlace): Promise<void> {
  const { rows } = await tx.query<{
    id: string
    order_no: number
    user_id: string
    email: string | null
    what: string
  }>(
    `select o.id, o.order_no::integer, o.user_id, rights.email_of(o.user_id) as email,
       coalesce((select string_agg(product_name, ', ' order by product_name) from public.order_lines where order_id = o.id), '') as what
     from public.orders o where o.pickup_point_id = $1 and o.status in ('pending', 'paid', 'confirmed') order by o.id`,
    [id],
  )
  const notifications = rows.map((order) => {
    const facts = { orderId: order.id, orderNo: order.order_no, what: order.what, place: name, reason }
    return { to: order.email, person: order.user_id, facts, siteUrl }
  })
  await notifyEach(tx, 'place-closed', notifications)
}
