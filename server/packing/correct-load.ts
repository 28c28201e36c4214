import type pg from 'pg'
import type { CorrectLoadInput } from '#api/commands/packing.ts'
import { checkFields, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { correctionFault, gramsOfUnit, kilograms, weighInFault } from '#domain/packing/weights.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff of a place correct the count of a load by a new entry; the former one stays visible. Moves no money, but decides
 * who bears what is missing, so a lower count needs a photograph and the shop is told.
 */
export const correctLoad: Command<'correct-load'> = {
  name: 'correct-load',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['weigh_in_id', 'corrections', 'units', 'kilograms', 'reason', 'photo'],
  check: (raw) =>
    checkFields(raw, {
      weigh_in_id: uuid('Load'),
      corrections: wholeNumber({ label: 'Corrections seen', min: 0, max: 20 }),
      units: wholeNumber({ label: 'Units counted', min: 0, max: 1_000_000 }),
      kilograms: optional((sent) => {
        const read = kilograms({ label: 'Kilograms' })(sent)
        return 'error' in read ? read : { value: String(sent).trim() }
      }),
      reason: text({ label: 'Reason', min: 5, max: 300, lines: true }),
      photo: optional(text({ label: 'Picture', max: 300 })),
    }),
  async run({ input, caller, tx, context }) {
    await lockDelivery(tx, input.weigh_in_id)
    const { rows } = await tx.query<CountedLoad>(LOAD, [input.weigh_in_id, caller.userId])
    const [load] = rows
    if (!load?.is_keeper) return refuse('not_found')
    if (load.is_own_load) return refuse('own_case')
    if (input.corrections !== load.corrections)
      return refuse('load_corrected', { details: { corrections: load.corrections } })
    const weighed = input.kilograms === null ? null : kilograms({ label: 'Kilograms' })(input.kilograms)
    const grams = input.units > 0 && weighed && 'value' in weighed ? weighed.value : null
    const fault = await correctionRefusal(tx, { input, load, grams, personId: caller.userId })
    if (fault) return fault
    const number = load.corrections + 1
    await tx.query(
      `insert into public.load_corrections (weigh_in_id, number, units_counted, grams_counted, reason, photo, corrected_by) values ($1, $2, $3, $4, $5, $6, $7)`,
      [input.weigh_in_id, number, input.units, grams, input.reason, input.photo, caller.userId],
    )
    const facts = { what: load.product_name, place: load.place, part: load.part, from: load.units, to: input.units }
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'delivery.correct-load',
      subject: { type: 'pickup_point', id: load.pickup_point_id },
      after: { ...facts, reason: input.reason },
    })
    if (!load.by_shop) {
      const shop = { to: load.shop_email, person: load.owner_id, siteUrl: context.siteUrl }
      await queueSystemMail(tx, 'load-corrected', { ...shop, facts: { ...facts, reason: input.reason } })
    }
    return { weigh_in_id: input.weigh_in_id, number }
  },
}

/**
 * Locks the buy and the orders of a load. Hand-overs lock their orders, so none can finish between the check against
 * what was handed over and the write. Lock order: the buy, orders by id.
 */
async function lockDelivery(tx: pg.PoolClient, loadId: string): Promise<void> {
  await tx.query(
    'select from public.group_buys where id = (select group_buy_id from public.weigh_ins where id = $1) for no key update',
    [loadId],
  )
  await tx.query(
    `select from public.orders o where o.id in (select x.id from public.weigh_ins w join public.orders x on x.group_buy_id = w.group_buy_id where w.id = $1
       union all select order_id from public.weigh_ins where id = $1) and o.status in ('paid', 'confirmed', 'ready') order by o.id for no key update`,
    [loadId],
  )
}

interface CorrectionToCheck {
  input: CorrectLoadInput
  load: CountedLoad
  grams: number | null
  personId: string | null
}

async function correctionRefusal(
  tx: pg.PoolClient,
  { input, load, grams, personId }: CorrectionToCheck,
): Promise<Refusal | null> {
  const gramsEach = gramsOfUnit({ unit: load.unit, name: load.product_name })
  const fault = input.units > 0 ? weighInFault({ units: input.units, grams }, gramsEach) : null
  if (fault) return refuse('invalid_input', { message: fault, errors: { kilograms: fault } })
  if (input.photo !== null) {
    const proof = { bucket: 'deliveries', photo: input.photo, personId } as const
    const refusal = await checkProofPhoto(tx, { ...proof, missing: 'picture_not_found' })
    if (refusal) return refusal
  }
  return correctionFault({
    former: { units: load.units, grams: load.grams === null ? null : Number(load.grams) },
    corrected: { units: input.units, grams },
    totalUnits: Number(load.total_units),
    handedUnits: Number(load.handed_units),
    hasPhoto: input.photo !== null,
  })
}

interface CountedLoad {
  is_keeper: boolean
  /** The caller works for the shop that brought it to a hub of the market. */
  is_own_load: boolean
  by_shop: boolean
  pickup_point_id: string
  place: string
  owner_id: string
  shop_email: string | null
  product_name: string
  unit: string
  part: number
  corrections: number
  units: number
  grams: bigint | null
  /** Units of all loads of this delivery, as counted last, and those handed over. */
  total_units: bigint
  handed_units: bigint
}

const LOAD = `
  select rights.keeps_place($2, c.pickup_point_id) as is_keeper, p.vendor_id is null and public.is_of_shop($2, c.vendor_id) as is_own_load,
    public.is_of_shop($2, c.vendor_id) as by_shop, c.pickup_point_id, p.name as place, v.owner_id, rights.email_of(v.owner_id) as shop_email,
    q.name as product_name, q.unit, c.part, c.corrections, c.units_counted as units, c.grams_counted as grams,
    coalesce((select sum(x.units_counted) from public.counted_loads x where x.pickup_point_id = c.pickup_point_id and x.subject_id = c.subject_id
      and x.product_id = c.product_id), 0)::bigint as total_units,
    public.handed_of_delivery(c.pickup_point_id, c.subject_id, c.product_id) as handed_units
  from public.counted_loads c join public.pickup_points p on p.id = c.pickup_point_id join public.vendors v on v.id = c.vendor_id
    join public.products q on q.id = c.product_id where c.id = $1`
