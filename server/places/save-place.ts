import type pg from 'pg'
import type { SavePlaceInput } from '#api/commands/places.ts'
import { type Checked, checkFields, optional, text, uuid } from '#domain/forms/validation.ts'
import { checkPlace } from '#domain/places/place-draft.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { findShopByName, mayManagePlaces } from './may-manage-places.ts'

/** Adds or changes a collection point. State and shop are immutable, because orders depend on them. */
export const savePlace: Command<'save-place'> = {
  name: 'save-place',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: [
    ...(['id', 'shop', 'seen', 'name', 'state', 'lga', 'street', 'instructions', 'latitude', 'longitude'] as const),
    ...(['phone', 'opening_hours', 'stockpile_capacity_kg'] as const),
  ],
  check: (raw) => mergeChecks(checkPlace(raw), checkKeys(raw)),
  async run({ input, caller, tx }) {
    if (!(await mayManagePlaces(tx, caller.userId))) return refuse('not_allowed')
    const { rows: same } = await tx.query(
      `select from public.pickup_points where state = $1 and lower(trim(name)) = lower(trim($2)) and closed_at is null and id is distinct from $3`,
      [input.state, input.name, input.id],
    )
    if (same.length > 0) return refuseField('name', `There is a place of this name in ${input.state} already.`)
    const saved = input.id === null ? await insertPlace(tx, input) : await updatePlace(tx, input)
    if ('kind' in saved) return saved
    const { id: _, seen: __, ...after } = input
    await recordAct(tx, {
      actorId: caller.userId,
      action: input.id === null ? 'pickup-point.add' : 'pickup-point.change',
      subject: { type: 'pickup-point', id: saved.id },
      ...(saved.before && { before: saved.before }),
      after: { ...after },
    })
    return { pickup_point_id: saved.id }
  },
}

interface SavedPlace {
  id: string
  before?: Record<string, unknown>
}

const columns = (input: SavePlaceInput) => [
  input.name,
  input.lga,
  input.street,
  input.instructions,
  input.latitude,
  input.longitude,
  input.phone,
  JSON.stringify(input.opening_hours),
  input.stockpile_capacity_kg,
]

async function insertPlace(tx: pg.ClientBase, input: SavePlaceInput): Promise<SavedPlace | Refusal> {
  const shop = input.shop === null ? null : await findShopByName(tx, input.shop)
  if (input.shop !== null && !shop) return refuseField('shop', `There is no open shop called ${input.shop}.`)
  if (shop && shop.state !== input.state) return refuseField('state', `This shop is in ${shop.state}.`)
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.pickup_points (name, lga, street, instructions, latitude, longitude, phone, opening_hours, stockpile_capacity_kg, state, vendor_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [...columns(input), input.state, shop?.id ?? null],
  )
  return { id: rows[0]?.id ?? '' }
}

async function updatePlace(tx: pg.ClientBase, input: SavePlaceInput): Promise<SavedPlace | Refusal> {
  const { rows } = await tx.query<StoredPlace>(
    `select state, closed_at, to_jsonb(p) #>> '{updated_at}' as seen, public.stockpiled_kg(id)::float8 as stored_kg,
       jsonb_build_object('name', name, 'lga', lga, 'street', street, 'instructions', instructions, 'latitude', latitude, 'longitude', longitude,
         'phone', phone, 'opening_hours', opening_hours, 'stockpile_capacity_kg', stockpile_capacity_kg) as before
     from public.pickup_points p where id = $1 for no key update`,
    [input.id],
  )
  const [stored] = rows
  if (!stored) return refuse('not_found')
  if (stored.closed_at) return refuse('move_not_allowed', { message: 'This place is closed.' })
  if (stored.seen !== input.seen) return refuse('conflict', { message: CHANGED_BY_ANOTHER })
  if (stored.state !== input.state)
    return refuseField('state', 'A place keeps its state. Close it and add another one instead.')
  if (stored.stored_kg > input.stockpile_capacity_kg)
    return refuseField(
      'stockpile_capacity_kg',
      `${Math.ceil(stored.stored_kg)} kg are kept or promised there. The room cannot be less.`,
    )
  await tx.query(
    `update public.pickup_points set name = $1, lga = $2, street = $3, instructions = $4, latitude = $5, longitude = $6, phone = $7,
       opening_hours = $8, stockpile_capacity_kg = $9 where id = $10`,
    [...columns(input), input.id],
  )
  return { id: input.id ?? '', before: stored.before }
}

interface StoredPlace {
  state: string
  closed_at: Date | null
  seen: string
  stored_kg: number
  before: Record<string, unknown>
}

export const CHANGED_BY_ANOTHER = 'Somebody else has changed this since you opened it. Please open it again.'

export const refuseField = (field: string, message: string): Refusal =>
  refuse('invalid_input', { message, errors: { [field]: message } })

interface PlaceKeys {
  id: string | null
  shop: string | null
  seen: string | null
}

/** Checks the fields that places and zones have in common: id, shop and version. */
export const checkKeys = (raw: Readonly<Record<string, unknown>>): Checked<PlaceKeys> =>
  checkFields<PlaceKeys>(raw, {
    id: optional(uuid('Id')),
    shop: optional(text({ label: 'Shop', max: 120 })),
    seen: optional(text({ label: 'Time of the last change', max: 60 })),
  })

/** Merges two checks: the errors of both, or both values. */
export function mergeChecks<A extends object, B extends object>(a: Checked<A>, b: Checked<B>): Checked<A & B> {
  if (a.ok && b.ok) return { ok: true, value: { ...a.value, ...b.value } }
  return { ok: false, errors: { ...(a.ok ? {} : a.errors), ...(b.ok ? {} : b.errors) } }
}
