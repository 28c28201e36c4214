import { checkAlso, checkFields, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { gramsOfUnit, kilograms, shortThousandths, weighInFault } from '#domain/packing/weights.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff of a place record the count and weight of a vendor's load for a buy, or for an order from the cart. Moves no
 * money.
 */
export const weighIn: Command<'weigh-in'> = {
  name: 'weigh-in',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: [
    'pickup_point_id',
    'group_buy_id',
    'order_id',
    'product_id',
    'part',
    'units',
    'kilograms',
    'photo',
    'shelf',
    'note',
  ],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        pickup_point_id: uuid('Place'),
        group_buy_id: optional(uuid('Group buy')),
        order_id: optional(uuid('Order')),
        product_id: uuid('Product'),
        part: wholeNumber({ label: 'Load', min: 1, max: 50 }),
        units: wholeNumber({ label: 'Units counted', min: 1, max: 1_000_000 }),
        kilograms: optional((sent) => {
          const read = kilograms({ label: 'Kilograms' })(sent)
          return 'error' in read ? read : { value: String(sent).trim() }
        }),
        photo: optional(text({ label: 'Picture', max: 300 })),
        shelf: text({ label: 'Shelf', min: 0, max: 40 }),
        note: text({ label: 'Note', min: 0, max: 300, lines: true }),
      }),
      ({ group_buy_id, order_id }): Record<string, string> =>
        (group_buy_id === null) === (order_id === null) ? { order_id: 'Name a group buy or an order.' } : {},
    ),
  async run({ input, caller, tx }) {
    // Serialises concurrent entries: the second is refused with `load_entered`.
    await tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id])
    await tx.query('select from public.orders where id = $1 for no key update', [input.order_id])
    const { rows } = await tx.query<ExpectedLoad>(EXPECTED, [
      input.pickup_point_id,
      input.group_buy_id,
      input.order_id,
      input.product_id,
      caller.userId,
    ])
    const expected = rows[0]
    if (!expected?.is_keeper) return refuse('not_found')
    if (expected.is_own_load) return refuse('own_case')
    if (expected.units === 0) return refuse('move_not_allowed', { message: 'Nothing of this is expected here.' })
    if (input.part !== expected.parts + 1) return refuse('load_entered', { details: { loads: expected.parts } })
    if (input.photo !== null) {
      const proof = { bucket: 'deliveries', photo: input.photo, personId: caller.userId } as const
      const fault = await checkProofPhoto(tx, { ...proof, missing: 'picture_not_found' })
      if (fault) return fault
    }
    const gramsEach = gramsOfUnit({ unit: expected.unit ?? '', name: expected.product_name ?? '' })
    const weighed = input.kilograms === null ? null : kilograms({ label: 'Kilograms' })(input.kilograms)
    const grams = weighed && 'value' in weighed ? weighed.value : null
    const fault = weighInFault({ units: input.units, grams }, gramsEach)
    if (fault) return refuse('invalid_input', { message: fault, errors: { kilograms: fault } })
    const units = Math.max(0, expected.units - Number(expected.counted))
    const due = { units, grams: gramsEach === null ? null : units * gramsEach }
    const { rows: written } = await tx.query<{ id: string }>(
      `insert into public.weigh_ins (pickup_point_id, vendor_id, group_buy_id, order_id, product_id, part, units_expected, grams_expected, units_counted,
         grams_counted, photo, shelf, note, weighed_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
      [
        input.pickup_point_id,
        expected.vendor_id,
        input.group_buy_id,
        input.order_id,
        input.product_id,
        input.part,
        due.units,
        due.grams,
        input.units,
        grams,
        input.photo,
        input.shelf,
        input.note,
        caller.userId,
      ],
    )
    const missing = shortThousandths(due, { units: input.units, grams })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'delivery.weigh-in',
      subject: { type: 'pickup_point', id: input.pickup_point_id },
      after: { product: expected.product_name, place: expected.place, units: input.units, expected: due.units, grams },
    })
    return { weigh_in_id: written[0]?.id ?? '', missing_thousandths: missing }
  },
}

interface ExpectedLoad {
  is_keeper: boolean
  /**
   * The caller works for the shop that brought the load to a hub of the market, so the count would be a case of their
   * own.
   */
  is_own_load: boolean
  place: string
  /** Null: none of the product is expected here. */
  vendor_id: string | null
  product_name: string | null
  unit: string | null
  units: number
  counted: bigint
  parts: number
}

/** The expected and counted goods at the place. */
const EXPECTED = `
  select rights.keeps_place($5, p.id) as is_keeper, p.vendor_id is null and e.vendor_id is not null and public.is_of_shop($5, e.vendor_id) as is_own_load, p.name as place, e.vendor_id, e.product_name, e.unit, coalesce(e.units, 0)::integer as units,
    coalesce(w.units, 0)::bigint as counted, coalesce(w.parts, 0)::integer as parts
  from public.pickup_points p
  left join lateral (select o.vendor_id, min(l.product_name) as product_name, min(l.unit) as unit, sum(l.quantity) as units
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.pickup_point_id = p.id and (o.group_buy_id = $2 and o.status in ('confirmed', 'ready') or o.id = $3 and o.group_buy_id is null and o.status in ('paid', 'ready'))
      and l.product_id = $4 group by o.vendor_id) e on true
  left join lateral (select sum(x.units_counted) as units, max(x.part) as parts from public.counted_loads x
    where x.pickup_point_id = p.id and x.subject_id = coalesce($2::uuid, $3::uuid) and x.product_id = $4) w on true
  where p.id = $1`
