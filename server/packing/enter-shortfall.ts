import type pg from 'pg'
import type { EnterShortfallInput } from '#api/packing-commands.ts'
import {
  needsAnswer,
  needsPhotograph,
  SHORTFALL_KINDS,
  type Share,
  shareOut,
  shortfallText,
  thousandths,
  whoBears,
} from '#domain/packing/shortfall.ts'
import { missingOf } from '#domain/packing/weights.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { checkAlso, checkFields, oneOf, optional, text, uuid, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { photoFault } from '../proof-photo.ts'
import { recordAct } from '../record-act.ts'
import { lockGoodsComing } from './goods-coming.ts'
import { readShortSubject, type ShortSubject } from './short-subject.ts'

/**
 * Goods came short or damaged: who weighs in at the place, or the shop, enters it once for all orders that have them coming. It is shared
 * out in whole units and given back without a claim (semantics.md 2, Bags; design.md 9). What a hub has weighed in, only its staff enter.
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
    const { lines } = await lockGoodsComing(tx, { groupBuyId, lineId, placeId })
    const subject = await readShortSubject(tx, input, caller.userId)
    if (!subject || !(subject.is_shop || subject.is_keeper)) return refuse('not_found')
    // The shop's own side never says that a hub lost something, also where it serves at the hub.
    const isHub = subject.is_keeper && subject.is_hub && !subject.by_shop
    if (!isHub && subject.hub_has_it) return refuse('hub_has_goods')
    if (!subject.is_shared_by_now) return refuse('not_yet_shared_out')
    if (subject.entries !== input.entered_before) {
      return refuse('shortfall_entered', { details: { entries: subject.entries } })
    }
    const read = thousandths({ label: 'Missing' })(input.missing)
    const missing = 'value' in read ? read.value : 0
    const shares = shareOut(lines, BigInt(missing))
    if (isRefusal(shares)) return shares
    const fault = await proofFault(tx, { input, subject, missing, personId: caller.userId })
    if (fault) return fault
    await tx.query('select public.caused_by($1)', [isHub ? 'hub' : 'vendor'])
    const goodsKobo = shares.reduce((all, share) => all + share.goodsKobo, 0n)
    const written: Written = {
      input,
      subject,
      shares,
      missing,
      goodsKobo,
      shortfallId: crypto.randomUUID(),
      by: caller.userId,
      of: lines.reduce((all, { leftThousandths }) => all + leftThousandths, 0n),
      orders: new Set(shares.map(({ orderId }) => orderId)).size,
      waits: needsAnswer({
        missingThousandths: BigInt(missing),
        goodsKobo,
        wholeThousandths: subject.whole_thousandths,
        before: { missingThousandths: subject.before_thousandths, goodsKobo: subject.before_kobo },
        most: { percent: BigInt(subject.most_percent), kobo: BigInt(subject.most_naira) * 100n },
      }),
      ...blameOf(subject, { missing, isHub }),
    }
    await write(tx, written)
    await tell(tx, written, shop.siteUrl)
    return {
      shortfall_id: written.shortfallId,
      orders: written.orders,
      waits: written.waits,
      minutes: written.waits ? 0 : subject.correct_minutes,
    }
  },
}

interface Proof {
  input: EnterShortfallInput
  subject: ShortSubject
  missing: number
  personId: string | null
}

/** Nobody enters more than the weigh-in found missing and a photograph proves. */
async function proofFault(tx: pg.PoolClient, { input, subject, missing, personId }: Proof): Promise<Refusal | null> {
  if (input.photo !== null) {
    return photoFault(tx, { bucket: 'deliveries', photo: input.photo, personId, missing: 'picture_not_found' })
  }
  const isNeeded = needsPhotograph({
    kind: input.kind,
    missingThousandths: BigInt(missing),
    beforeThousandths: subject.before_here,
    foundThousandths: subject.found_thousandths,
  })
  return isNeeded ? refuse('shortfall_needs_photo') : null
}

function blameOf(subject: ShortSubject, { missing, isHub }: { missing: number; isHub: boolean }) {
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
  input: EnterShortfallInput
  subject: ShortSubject
  shares: Share[]
  shortfallId: string
  missing: number
  of: bigint
  orders: number
  goodsKobo: bigint
  /** For the shop's answer or the manager's. */
  waits: boolean
  vendorThousandths: bigint
  hubThousandths: bigint
  by: string | null
}

const amountOf = ({ input, subject, missing, of }: Written): string =>
  shortfallText({ kind: input.kind, missing, of: Number(of), unit: subject.unit })

/** Its shares are out of the orders from now on; what they are worth comes back when it is carried out (carry-out-shortfalls.ts). */
async function write(tx: pg.PoolClient, written: Written): Promise<void> {
  const { input, subject, shares, shortfallId, by, waits } = written
  await tx.query(
    `insert into public.shortfalls (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths,
       by_hub_thousandths, orders, goods_kobo, back_kobo, reason, photo, entered_by, status, due_at, answer_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, clock_timestamp() + make_interval(mins => $17), clock_timestamp() + make_interval(hours => $18))`,
    [
      shortfallId,
      subject.vendor_id,
      input.group_buy_id,
      input.line_id,
      input.pickup_point_id,
      input.kind,
      written.missing,
      written.of,
      written.vendorThousandths,
      written.hubThousandths,
      written.orders,
      written.goodsKobo,
      input.reason,
      input.photo,
      by,
      waits ? 'waiting' : 'entered',
      waits ? null : subject.correct_minutes,
      waits && !subject.by_shop ? subject.answer_hours : null,
    ],
  )
  await tx.query(
    `insert into public.shortfall_shares (shortfall_id, line_id, missing_thousandths, goods_kobo)
     select $1, s.line_id, s.missing, s.goods from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as s (line_id, missing, goods)`,
    [
      shortfallId,
      shares.map(({ lineId }) => lineId),
      shares.map(({ missingThousandths }) => missingThousandths),
      shares.map(({ goodsKobo }) => goodsKobo),
    ],
  )
  await recordAct(tx, {
    actorId: by,
    action: 'delivery.shortfall',
    subject: { type: 'shortfall', id: shortfallId },
    after: {
      what: subject.what,
      amount: amountOf(written),
      orders: written.orders,
      reason: input.reason,
      goods_kobo: Number(written.goodsKobo),
      waits,
      by_hub: written.hubThousandths > 0n,
    },
  })
}

/** The shop at once, which may have to answer; buyers when their money is sent. */
async function tell(tx: pg.PoolClient, written: Written, siteUrl: string): Promise<void> {
  const { input, subject, waits } = written
  await queueSystemMail(tx, 'short-delivery-shop', {
    to: subject.shop_email,
    person: subject.owner_id,
    siteUrl,
    facts: {
      what: subject.what,
      amount: amountOf(written),
      reason: input.reason,
      orders: written.orders,
      goodsKobo: written.goodsKobo,
      byHub: written.hubThousandths > 0n,
      waits,
      answerHours: waits && !subject.by_shop ? subject.answer_hours : null,
      minutes: subject.correct_minutes,
    },
  })
}
