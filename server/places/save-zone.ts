import type pg from 'pg'
import type { SaveZoneInput } from '#api/commands/places.ts'
import { checkZone } from '#domain/places/delivery-zone.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { findShopByName, mayManagePlaces } from './may-manage-places.ts'
import { CHANGED_BY_ANOTHER, checkKeys, mergeChecks, refuseField } from './save-place.ts'

/** Adds or changes a delivery zone. Existing orders keep their fee. */
export const saveZone: Command<'save-zone'> = {
  name: 'save-zone',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['id', 'shop', 'seen', 'name', 'state', 'lgas', 'fee_kobo', 'delivered_by', 'delivery_hours'],
  check: (raw) => mergeChecks(checkZone(raw), checkKeys(raw)),
  async run({ input, caller, tx }) {
    if (!(await mayManagePlaces(tx, caller.userId))) return refuse('not_allowed')
    const { rows: same } = await tx.query(
      `select from public.delivery_zones where state = $1 and lower(trim(name)) = lower(trim($2)) and closed_at is null and id is distinct from $3`,
      [input.state, input.name, input.id],
    )
    if (same.length > 0) return refuseField('name', `There is a zone of this name in ${input.state} already.`)
    const saved = input.id === null ? await insertZone(tx, input) : await updateZone(tx, input)
    if ('kind' in saved) return saved
    const { id: _, seen: __, ...after } = input
    await recordAct(tx, {
      actorId: caller.userId,
      action: input.id === null ? 'delivery-zone.add' : 'delivery-zone.change',
      subject: { type: 'delivery-zone', id: saved.id },
      ...(saved.before && { before: saved.before }),
      after: { ...after },
    })
    return { delivery_zone_id: saved.id }
  },
}

interface SavedZone {
  id: string
  before?: Record<string, unknown>
}

async function insertZone(tx: pg.ClientBase, input: SaveZoneInput): Promise<SavedZone | Refusal> {
  const shop = input.shop === null ? null : await findShopByName(tx, input.shop)
  if (input.shop !== null && !shop) return refuseField('shop', `There is no open shop called ${input.shop}.`)
  if (shop && shop.state !== input.state) return refuseField('state', `This shop is in ${shop.state}.`)
  if (!shop && input.delivered_by === 'vendor') return refuseField('delivered_by', OWN_ZONE)
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.delivery_zones (name, state, lgas, fee_kobo, delivered_by, vendor_id, delivery_hours)
     values ($1, $2, $3, $4, $5, $6, coalesce($7::jsonb, '[]')) returning id`,
    [input.name, input.state, input.lgas, input.fee_kobo, input.delivered_by, shop?.id ?? null, hoursOf(input)],
  )
  return { id: rows[0]?.id ?? '' }
}

/** As JSON; null keeps the stored hours. */
const hoursOf = ({ delivery_hours: hours }: SaveZoneInput) => hours && JSON.stringify(hours)

const OWN_ZONE = 'Only a shop’s own zone is delivered by its shop. Name the shop, or let the market deliver.'

async function updateZone(tx: pg.ClientBase, input: SaveZoneInput): Promise<SavedZone | Refusal> {
  const { rows } = await tx.query<StoredZone>(
    `select state, vendor_id, closed_at, to_jsonb(z) #>> '{updated_at}' as seen,
       jsonb_build_object('name', name, 'lgas', lgas, 'fee_kobo', fee_kobo, 'delivered_by', delivered_by,
         'delivery_hours', delivery_hours) as before
     from public.delivery_zones z where id = $1 for no key update`,
    [input.id],
  )
  const [stored] = rows
  if (!stored) return refuse('not_found')
  if (stored.closed_at) return refuse('move_not_allowed', { message: 'This zone is closed.' })
  if (stored.seen !== input.seen) return refuse('conflict', { message: CHANGED_BY_ANOTHER })
  if (stored.state !== input.state)
    return refuseField('state', 'A zone keeps its state. Close it and add another one instead.')
  if (stored.vendor_id === null && input.delivered_by === 'vendor') return refuseField('delivered_by', OWN_ZONE)
  await tx.query(
    `update public.delivery_zones set name = $1, lgas = $2, fee_kobo = $3, delivered_by = $4, delivery_hours = coalesce($6::jsonb, delivery_hours)
     where id = $5`,
    [input.name, input.lgas, input.fee_kobo, input.delivered_by, input.id, hoursOf(input)],
  )
  return { id: input.id ?? '', before: stored.before }
}

interface StoredZone {
  state: string
  vendor_id: string | null
  closed_at: Date | null
  seen: string
  before: Record<string, unknown>
}
