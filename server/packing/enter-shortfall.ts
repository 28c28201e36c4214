import type pg from 'pg'
import type { EnterShortfallInput } from '#api/commands/packing.ts'
import { checkAlso, checkFields, oneOf, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import {
  allocateShortfall,
  needsAnswer,
  needsPhotograph,
  SHORTFALL_KINDS,
  type ShortfallShare,
  shortfallText,
  splitLiability,
  thousandths,
} from '#domain/packing/shortfall.ts'
import { shortThousandths } from '#domain/packing/weights.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import { recordAct } from '#server/record-act.ts'
import { lockOutstandingLines } from './lock-outstanding-lines.ts'
import { readShortfallSubject, type ShortfallSubject } from './read-shortfall-subject.ts'

/**
 * Records short or damaged goods, once for all orders that expect them; entered by the staff of the place or by the
 * shop. The shortfall is divided in whole units and refunded without a claim (semantics.md 2, Bags; design.md 9). For
 * goods that a hub has weighed in, only its staff may enter one.
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
          const parsed = thousandths({ label: 'Missing' })(sent)
          return 'error' in parsed ? parsed : { value: String(sent).trim() }
        },
        entered_before: wholeNumber({ label: 'Entries seen', min: 0, max: 10_000 }),
        reason: text({ label: 'Reason', min: 5, max: 300, lines: true }),
        photo: optional(text({ label: 'Picture', max: 300 })),
      }),
      ({ group_buy_id, line_id }): Record<string, string> =>
        (group_buy_id === null) === (line_id === null) ? { line_id: 'Name a group buy or a line of an order.' } : {},
    ),
  async run({ input, caller, tx, context }) {
    const { group_buy_id: groupBuyId, line_id: lineId, pickup_point_id: placeId } = input
    const { lines } = await lockOutstandingLines(tx, { groupBuyId, lineId, placeId })
    const subject = await readShortfallSubject(tx, input, caller.userId)
    if (!subject || !(subject.is_shop || subject.is_keeper)) return refuse('not_found')
    // Shop staff cannot report a hub's loss, even if they also serve at the hub.
    const isHub = subject.is_keeper && subject.is_hub && !subject.by_shop
    if (!isHub && subject.hub_has_it) return refuse('hub_has_goods')
    if (!subject.is_shared_by_now) return refuse('not_yet_shared_out')
    if (subject.entries !== input.entered_before) {
      return refuse('shortfall_entered', { details: { entries: subject.entries } })
    }
    const parsed = thousandths({ label: 'Missing' })(input.missing)
    const missing = 'value' in parsed ? parsed.value : 0
    const shares = allocateShortfall(lines, BigInt(missing))
    if (isRefusal(shares)) return shares
    const fault = await proofFault(tx, { input, subject, missing, personId: caller.userId })
    if (fault) return fault
    await tx.query('select public.caused_by($1)', [isHub ? 'hub' : 'vendor'])
    const goodsKobo = shares.reduce((all, share) => all + share.goodsKobo, 0n)
    const entry: ShortfallEntry = {
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
      ...liabilityShares(subject, { missing, isHub }),
    }
    await saveEntry(tx, entry)
    await notifyShop(tx, entry, context.siteUrl)
    return {
      shortfall_id: entry.shortfallId,
      orders: entry.orders,
      waits: entry.waits,
      minutes: entry.waits ? 0 : subject.correct_minutes,
    }
  },
}

interface ProofInput {
  input: EnterShortfallInput
  subject: ShortfallSubject
  missing: number
  personId: string | null
}

/** Requires a photograph for more than the weigh-in found missing. */
async function proofFault(
  tx: pg.PoolClient,
  { input, subject, missing, personId }: ProofInput,
): Promise<Refusal | null> {
  if (input.photo !== null) {
    return checkProofPhoto(tx, { bucket: 'deliveries', photo: input.photo, personId, missing: 'picture_not_found' })
  }
  const isNeeded = needsPhotograph({
    kind: input.kind,
    missingThousandths: BigInt(missing),
    beforeThousandths: subject.before_here,
    foundThousandths: subject.found_thousandths,
  })
  return isNeeded ? refuse('shortfall_needs_photo') : null
}

function liabilityShares(subject: ShortfallSubject, { missing, isHub }: { missing: number; isHub: boolean }) {
  const { first_units: units, first_grams, counted_units, counted_grams } = subject
  const due = { units: units ?? 0, grams: first_grams === null ? null : Number(first_grams) }
  const counted = { units: Number(counted_units ?? 0), grams: counted_grams === null ? null : Number(counted_grams) }
  return splitLiability({
    missingThousandths: BigInt(missing),
    foundThousandths: isHub && units !== null ? BigInt(shortThousandths(due, counted)) : null,
    enteredThousandths: subject.borne_before,
  })
}

interface ShortfallEntry {
  input: EnterShortfallInput
  subject: ShortfallSubject
  shares: ShortfallShare[]
  shortfallId: string
  missing: number
  of: bigint
  orders: number
  goodsKobo: bigint
  /** The shop or a manager has to answer first. */
  waits: boolean
  vendorThousandths: bigint
  hubThousandths: bigint
  by: string | null
}

const amountText = ({ input, subject, missing, of }: ShortfallEntry): string =>
  shortfallText({ kind: input.kind, missing, of: Number(of), unit: subject.unit })

/** Reduces the orders by their shares at once; the refunds follow (carry-out-shortfalls.ts). */
async function saveEntry(tx: pg.PoolClient, entry: ShortfallEntry): Promise<void> {
  const { input, subject, shares, shortfallId, by, waits } = entry
  await tx.query(
    `insert into public.shortfalls (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths,
       by_hub_thousandths, orders, goods_kobo, returned_kobo, reason, photo, entered_by, status, due_at, answer_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, clock_timestamp() + make_interval(mins => $17), clock_timestamp() + make_interval(hours => $18))`,
    [
      shortfallId,
      subject.vendor_id,
      input.group_buy_id,
      input.line_id,
      input.pickup_point_id,
      input.kind,
      entry.missing,
      entry.of,
      entry.vendorThousandths,
      entry.hubThousandths,
      entry.orders,
      entry.goodsKobo,
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
      amount: amountText(entry),
      orders: entry.orders,
      reason: input.reason,
      goods_kobo: Number(entry.goodsKobo),
      waits,
      by_hub: entry.hubThousandths > 0n,
    },
  })
}

/** Notifies the shop, which may have to answer. Buyers are notified of their refunds. */
async function notifyShop(tx: pg.PoolClient, entry: ShortfallEntry, siteUrl: string): Promise<void> {
  const { input, subject, waits } = entry
  await queueSystemMail(tx, 'short-delivery-shop', {
    to: subject.shop_email,
    person: subject.owner_id,
    siteUrl,
    facts: {
      what: subject.what,
      amount: amountText(entry),
      reason: input.reason,
      orders: entry.orders,
      goodsKobo: entry.goodsKobo,
      byHub: entry.hubThousandths > 0n,
      waits,
      answerHours: waits && !subject.by_shop ? subject.answer_hours : null,
      minutes: subject.correct_minutes,
    },
  })
}
