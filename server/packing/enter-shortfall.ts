import type pg from 'pg'
import type { EnterShortfall } from '#api/packing-commands.ts'
import {
  SHORTFALL_KINDS,
  type Share,
  shareOut,
  shortfallText,
  thousandths,
  whoBears,
} from '#domain/packing/shortfall.ts'
import { missingOf } from '#domain/packing/weights.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkAlso, checkFields, oneOf, optional, text, uuid, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { giveBackParts, type PartGiven, tellOfPart } from '../payments/parts-of-orders.ts'
import { photoFault } from '../proof-photo.ts'
import { recordAct } from '../record-act.ts'
import { lockGoodsComing } from './goods-coming.ts'

/**
 * Goods came short or damaged: shop staff, or staff of the place, enter it once for all orders that have them coming. It is shared
 * out, given back without a claim, and told (semantics.md 2, Bags). What a hub has weighed in, only its staff enter.
 */
export const enterShortfall: Command<'enter-shortfall'> = {
  name: 'enter-shortfall',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['group_buy_id', 'line_id', 'pickup_point_id', 'kind', 'missing', 'entered_before', 'reason', 'photo'],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        group_buy_id: optional(uuid('Group buy')),
        line_id: optional(uuid('Line')),
        pickup_point_id: optional(uuid('Place')),
        kind: oneOf({ label: 'kind', among: SHORTFALL_KINDS }),
        missing: (sent) => {
          const read = thousandths({ label: 'Missing' })(sent)
          return 'error' in read ? read : { value: String(sent).trim() }
        },
        entered_before: wholeNumber({ label: 'Entries seen', least: 0, most: 10_000 }),
        reason: text({ label: 'Reason', least: 5, most: 300, lines: true }),
        photo: optional(text({ label: 'Picture', most: 300 })),
      }),
      ({ group_buy_id, line_id }): Record<string, string> =>
        (group_buy_id === null) === (line_id === null) ? { line_id: 'Name a group buy or a line of an order.' } : {},
    ),
  async run({ input, caller, tx, shop }) {
    const { group_buy_id: groupBuyId, line_id: lineId, pickup_point_id: placeId } = input
    const { lines, orders } = await lockGoodsComing(tx, { groupBuyId, lineId, placeId })
    const subject = await readSubject(tx, input, caller.userId)
    if (!subject || !(subject.is_shop || subject.is_keeper)) return refuse('not_found')
    const isHub = subject.is_keeper && subject.is_hub
    if (!isHub && subject.hub_has_it) return refuse('hub_has_goods')
    if (subject.entries !== input.entered_before) {
      return refuse('shortfall_entered', { details: { entries: subject.entries } })
    }
    if (input.photo !== null) {
      const shown = { bucket: 'deliveries', photo: input.photo, personId: caller.userId } as const
      const fault = await photoFault(tx, { ...shown, missing: 'picture_not_found' })
      if (fault) return fault
    }
    const read = thousandths({ label: 'Missing' })(input.missing)
    const missing = 'value' in read ? read.value : 0
    const shares = shareOut(lines, BigInt(missing))
    if (isRefusal(shares)) return shares
    await tx.query('select public.caused_by($1)', [isHub ? 'hub' : 'vendor'])
    const wishes = shares.flatMap(({ orderId, goodsKobo }) => {
      const row = orders.get(orderId)
      return row && goodsKobo > 0n ? [{ row, goodsKobo }] : []
    })
    const shortfallId = crypto.randomUUID()
    // What is held comes back from there, whoever bears it (docs/decisions/0039).
    const giving = { payer: 'vendor', reason: input.reason, by: caller.userId, cause: `short:${shortfallId}` } as const
    const given = await giveBackParts(tx, wishes, giving)
    if (isRefusal(given)) return given
    const blame = blameOf(subject, { missing, isHub })
    const of = lines.reduce((all, { leftThousandths }) => all + leftThousandths, 0n)
    const written = { input, subject, shares, given, shortfallId, missing, of, by: caller.userId, ...blame }
    await write(tx, written)
    await tell(tx, written, shop.siteUrl)
    return { shortfall_id: shortfallId, orders: given.length }
  },
}

interface Subject {
  vendor_id: string
  owner_id: string
  shop_email: string | null
  what: string
  unit: string
  is_shop: boolean
  is_keeper: boolean
  /** The named place is the market's, and no shop's own. */
  is_hub: boolean
  /** A hub has weighed it in: this place's, or any where none is named. */
  hub_has_it: boolean
  entries: number
  first_units: number | null
  first_grams: bigint | null
  counted_units: bigint | null
  counted_grams: bigint | null
  borne_before: bigint
}

async function readSubject(
  tx: pg.PoolClient,
  { group_buy_id, line_id, pickup_point_id }: EnterShortfall,
  person: string | null,
): Promise<Subject | undefined> {
  const { rows } = await tx.query<Subject>(SUBJECT, [group_buy_id, line_id, pickup_point_id, person])
  return rows[0]
}

function blameOf(subject: Subject, { missing, isHub }: { missing: number; isHub: boolean }) {
  const { first_units: units, first_grams, counted_units, counted_grams } = subject
  const due = { units: units ?? 0, grams: first_grams === null ? null : Number(first_grams) }
  const counted = { units: Number(counted_units ?? 0), grams: counted_grams === null ? null : Number(counted_grams) }
  return whoBears({
    missingThousandths: BigInt(missing),
    foundThousandths: isHub && units !== null ? BigInt(missingOf(due, counted)) : null,
    enteredThousandths: subject.borne_before,
  })
}

interface Written {
  input: EnterShortfall
  subject: Subject
  shares: Share[]
  given: PartGiven[]
  shortfallId: string
  missing: number
  of: bigint
  vendorThousandths: bigint
  hubThousandths: bigint
  by: string | null
}

const amountOf = ({ input, subject, missing, of }: Written): string =>
  shortfallText({ kind: input.kind, missing, of: Number(of), unit: subject.unit })

async function write(tx: pg.PoolClient, written: Written): Promise<void> {
  const { input, subject, shares, given, shortfallId, by } = written
  const goods = given.reduce((all, { goodsKobo }) => all + goodsKobo, 0n)
  const back = given.reduce((all, { part }) => all + part.backKobo, 0n)
  await tx.query(
    `insert into public.shortfalls (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths,
       by_hub_thousandths, orders, goods_kobo, back_kobo, reason, photo, entered_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[shortfallId, subject.vendor_id, input.group_buy_id, input.line_id, input.pickup_point_id, input.kind],
      ...[written.missing, written.of, written.vendorThousandths, written.hubThousandths, given.length, goods, back],
      ...[input.reason, input.photo, by],
    ],
  )
  const returns = new Map(given.map(({ row, returnId }) => [row.id, returnId]))
  await tx.query(
    `insert into public.shortfall_shares (shortfall_id, line_id, missing_thousandths, return_id)
     select $1, s.line_id, s.missing, s.return_id from unnest($2::uuid[], $3::bigint[], $4::uuid[]) as s (line_id, missing, return_id)`,
    [
      shortfallId,
      shares.map(({ lineId }) => lineId),
      shares.map(({ missingThousandths }) => missingThousandths),
      shares.map(({ orderId, goodsKobo }) => (goodsKobo > 0n ? (returns.get(orderId) ?? null) : null)),
    ],
  )
  await recordAct(tx, {
    ...{ actorId: by, action: 'delivery.shortfall', subject: { type: 'shortfall', id: shortfallId } },
    after: {
      ...{ what: subject.what, amount: amountOf(written), orders: given.length, reason: input.reason },
      ...{ back_kobo: Number(back), by_hub: written.hubThousandths > 0n },
    },
  })
}

/** Each buyer of what comes back, the shop once of all. */
async function tell(tx: pg.PoolClient, written: Written, siteUrl: string): Promise<void> {
  const { input, subject, given } = written
  for (const part of given) await tellOfPart(tx, part, { reason: input.reason, siteUrl })
  await queueSystemMail(tx, 'short-delivery-shop', {
    ...{ to: subject.shop_email, person: subject.owner_id, siteUrl },
    facts: {
      ...{ what: subject.what, amount: amountOf(written), reason: input.reason, orders: given.length },
      goodsKobo: given.reduce((all, { goodsKobo }) => all + goodsKobo, 0n),
      byHub: written.hubThousandths > 0n,
    },
  })
}

const SUBJECT = `
  with subject as (
    select g.vendor_id, g.id as subject_id, g.product_id, g.product_name as what, g.unit from public.group_buys g where g.id = $1
    union all
    select o.vendor_id, o.id, l.product_id, l.product_name || ', order ' || o.order_no, l.unit
    from public.order_lines l join public.orders o on o.id = l.order_id where l.id = $2 and o.group_buy_id is null and o.is_paid
  ), loads as (
    select w.*, p.vendor_id is null as is_hub from subject s join public.weigh_ins w on coalesce(w.group_buy_id, w.order_id) = s.subject_id
      and w.product_id = s.product_id join public.pickup_points p on p.id = w.pickup_point_id where $3::uuid is null or w.pickup_point_id = $3
  )
  select s.vendor_id, v.owner_id, rights.email_of(v.owner_id) as shop_email, s.what, s.unit, rights.packs_for($4, s.vendor_id) as is_shop,
    $3::uuid is not null and rights.keeps_place($4, $3) as is_keeper,
    exists (select from public.pickup_points p where p.id = $3 and p.vendor_id is null) as is_hub,
    exists (select from loads where is_hub) as hub_has_it,
    (select count(*)::integer from public.shortfalls f where f.group_buy_id = $1 or f.line_id = $2) as entries,
    (select units_expected from loads where part = 1 and $3::uuid is not null) as first_units,
    (select grams_expected from loads where part = 1 and $3::uuid is not null) as first_grams,
    (select sum(units_counted) from loads)::bigint as counted_units, (select sum(grams_counted) from loads)::bigint as counted_grams,
    coalesce((select sum(f.by_vendor_thousandths) from public.shortfalls f where (f.group_buy_id = $1 or f.line_id = $2)
      and f.pickup_point_id = $3), 0)::bigint as borne_before
  from subject s join public.vendors v on v.id = s.vendor_id`
