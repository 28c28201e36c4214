import type pg from 'pg'
import { afterFailure, FAIL_REASONS, type FailReason, failReasons } from '#domain/delivery-runs/failed-delivery.ts'
import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import { recordAct } from '#server/record-act.ts'
import { lockStop, type StopRow } from './lock-stop.ts'
import { readRecipients } from './notify-buyers.ts'

/**
 * The rider reports a failed delivery. After the second attempt that counts, the goods are kept for pickup at the hub
 * or shop.
 */
export const failDelivery: Command<'fail-delivery'> = {
  name: 'fail-delivery',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['stop_id', 'reason', 'note', 'photo'],
  check: (raw) =>
    checkFields(raw, {
      stop_id: uuid('Stop'),
      reason: oneOf({ label: 'reason', among: FAIL_REASONS }),
      note: text({ label: 'Note', min: 0, max: 300, lines: true }),
      photo: text({ label: 'Photo', min: 0, max: 300 }),
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const { stop_id: stopId, reason } = input
    const stop = await lockStop(tx, { stopId, personId })
    if (!stop?.rides) return refuse('not_found')
    if (stop.status !== 'open') return refuse('stop_over')
    if (stop.run_status !== 'out') return refuse('run_not_out')
    if (failReasons[reason].needsPhoto || input.photo !== '') {
      const proof = { bucket: 'hand-over-photos', photo: input.photo, personId, isFresh: true } as const
      const fault = await checkProofPhoto(tx, { ...proof, missing: 'door_photo_missing' })
      if (fault) return fault
    }
    await tx.query(
      `update public.delivery_stops set status = 'failed', ended_at = clock_timestamp(), reason = $2, note = $3, photo = $4 where id = $1`,
      [stopId, reason, input.note, input.photo || null],
    )
    const { rows } = await tx.query<{ tries: number }>('select rights.counted_tries($1) as tries', [stop.order_id])
    const next = afterFailure(rows[0]?.tries ?? 0)
    const waits = next === 'collect' ? await switchToPickup(tx, stop) : null
    await notifyBuyersOfFailure(tx, { orderId: stop.order_id, reason, waits, siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: personId,
      action: 'run.fail',
      subject: { type: 'order', id: stop.order_id },
      after: { order_no: stop.order_no, reason: failReasons[reason].buyerText },
    })
    return { stop_id: stopId, next }
  },
}

interface PickupAfterFailure {
  place: string
  until: Date | null
}

/**
 * Switches the order to pickup at the hub it was sent from, if open, otherwise at the shop's own place or the shop. The
 * collection period starts now; code and fee are unchanged.
 */
async function switchToPickup(
  tx: pg.ClientBase,
  { order_id, vendor_id, hub_id }: StopRow,
): Promise<PickupAfterFailure> {
  await tx.query(
    `with moved as (select public.caused_by('hub'))
     update public.orders set fulfilment = 'pickup', delivery_zone_id = null,
       pickup_point_id = coalesce((select id from public.pickup_points where id = $3 and closed_at is null), public.usual_place($2)) from moved where id = $1`,
    [order_id, vendor_id, hub_id],
  )
  const { rows } = await tx.query<PickupAfterFailure>(
    `update public.hand_overs h set due_from = clock_timestamp(), due_until = public.collect_until(h.order_id, h.kind, clock_timestamp())
     from public.vendors v where v.id = $2 and h.order_id = $1 and h.status = 'open'
     returning coalesce((select p.name || ', ' || p.street || ', ' || p.lga from public.pickup_points p where p.id = h.pickup_point_id), v.business_name || ', ' || v.location) as place, h.due_until as until`,
    [order_id, vendor_id],
  )
  const [waits] = rows
  if (!waits) throw new Error(`Order ${order_id} has no open hand-over under its lock`)
  return waits
}

interface FailedDelivery {
  orderId: string
  reason: FailReason
  waits: PickupAfterFailure | null
  siteUrl: string
}

async function notifyBuyersOfFailure(
  tx: pg.PoolClient,
  { orderId, reason, waits, siteUrl }: FailedDelivery,
): Promise<void> {
  for (const { email, user_id, ...order } of await readRecipients(tx, [orderId])) {
    await queueSystemMail(tx, 'delivery-failed', {
      to: email,
      person: user_id,
      siteUrl,
      facts: { ...order, reason, waits },
    })
  }
}
