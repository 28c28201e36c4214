import type pg from 'pg'
import type { EnterShortfallInput } from '#api/commands/packing.ts'
import { checkAlso, checkFields, oneOf, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import {
  allocateShortfall,
  needsAnswer,
  needsPhotograph,
  SHORTFALL_KINDS,
  type ShortfallShare,
  splitLiability,
  thousandths,
} from '#domain/packing/shortfall.ts'
import { shortThousandths } from '#domain/packing/weights.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import type { RefundableOrderRow } from '#server/refunds/partial-refunds.ts'
import { lockOutstandingLines } from './lock-outstanding-lines.ts'
import { readShortfallSubject, type ShortfallSubject } from './read-shortfall-subject.ts'

export const SHORTFALL_FIELDS = [
  'group_buy_id',
  'line_id',
  'pickup_point_id',
  'kind',
  'missing',
  'entered_before',
  'reason',
  'photo',
] as const

export const checkShortfall = (raw: Parameters<typeof checkFields>[0]) =>
  checkAlso(
    checkFields<EnterShortfallInput>(raw, {
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
  )

/** Plans a short delivery: its shares, its cost and who bears it. Locks what it reads, and writes nothing. */
export async function planShortfall(
  tx: pg.PoolClient,
  input: EnterShortfallInput,
  personId: string | null,
): Promise<ShortfallEntry | Refusal> {
  const { group_buy_id: groupBuyId, line_id: lineId, pickup_point_id: placeId } = input
  const { lines, orders, reserved } = await lockOutstandingLines(tx, { groupBuyId, lineId, placeId })
  const subject = await readShortfallSubject(tx, input, personId)
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
  const fault = await proofFault(tx, { input, subject, missing, personId })
  if (fault) return fault
  const goodsKobo = shares.reduce((all, share) => all + share.goodsKobo, 0n)
  return {
    input,
    subject,
    shares,
    rows: orders,
    reserved,
    isHub,
    missing,
    goodsKobo,
    shortfallId: crypto.randomUUID(),
    by: personId,
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

export interface ShortfallEntry {
  input: EnterShortfallInput
  subject: ShortfallSubject
  shares: ShortfallShare[]
  /** The orders that bear it, as locked. */
  rows: ReadonlyMap<string, RefundableOrderRow>
  /** Kobo of each order that are entered as missing and not yet refunded. */
  reserved: ReadonlyMap<string, bigint>
  /** Entered by the staff of a hub. */
  isHub: boolean
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
