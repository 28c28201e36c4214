import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import {
  CLAIM_REASONS,
  type ClaimableLine,
  decideClaim,
  PREFERRED_OUTCOMES,
  QUANTITY_FAULT,
  REASONS_NEEDING_EVIDENCE,
} from '#domain/claims/claiming.ts'
import {
  type Checked,
  checkAlso,
  checkFields,
  isUuid,
  oneOf,
  optional,
  type Reader,
  text,
  uuid,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { addEvidence, readEvidence } from './add-evidence.ts'
import { notifyOfLot } from './lots/notify-of-lot.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** A buyer opens a claim about handed-over or missing goods. A second call returns the open claim. */
export const openClaim: Command<'open-claim'> = {
  name: 'open-claim',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'hand_over_id', 'reason', 'preferred_outcome', 'requested_kobo', 'lines', 'text', 'evidence'],
  check,
  async run({ input, caller, tx, context }) {
    // Serializes claims of a buy, so that a second call finds the first claim, and the last of many opens a lot
    // incident.
    await tx.query(
      'select from public.group_buys where id = (select group_buy_id from public.orders where id = $1 and user_id = $2) for no key update',
      [input.order_id, caller.userId],
    )
    const { rows: ownOrders } = await tx.query(
      `select public.caused_by('buyer'), id from public.orders where id = $1 and user_id = $2 for no key update`,
      [input.order_id, caller.userId],
    )
    if (ownOrders.length === 0) return refuse('order_not_found')
    const { rows: earlier } = await tx.query<{ id: string; reason: string; ended: boolean }>(
      `select id, reason, status <> 'open' as ended from public.claims
       where order_id = $1 and hand_over_id is not distinct from $2 and status <> 'withdrawn'`,
      [input.order_id, input.hand_over_id],
    )
    const [existing] = earlier
    if (existing) return existing.ended ? refuse('claim_made') : { claim_id: existing.id }
    const { lines, now } = await readLines(tx, input.order_id)
    const requestedKobo = decideClaim(
      {
        reason: input.reason,
        handOverId: input.hand_over_id,
        lines: input.lines.map(({ line_id: lineId, quantity }) => ({ lineId, quantity })),
        requestedKobo: input.requested_kobo === null ? null : BigInt(input.requested_kobo),
      },
      lines,
      now,
    )
    if (isRefusal(requestedKobo)) return requestedKobo
    const claimId = await insert(tx, { input, requestedKobo })
    const refusal = await addEvidence(tx, {
      claimId,
      part: 'buyer',
      personId: caller.userId,
      paths: input.evidence,
    })
    if (refusal) return refusal
    const { userId: authorId } = caller
    const { siteUrl } = context
    await recordClaimEvent(tx, { claimId, kind: 'opened', part: 'buyer', authorId, text: input.text, siteUrl })
    const { rows: lots } = await tx.query<{ id: string }>('select id from public.lot_incidents where id = $1', [
      claimId,
    ])
    for (const { id } of lots) await notifyOfLot(tx, { lotId: id, event: 'opened', siteUrl })
    return { claim_id: claimId }
  },
}

type ClaimInput = CommandInput<'open-claim'>

function check(raw: Readonly<Record<string, unknown>>): Checked<ClaimInput> {
  const checked = checkFields<ClaimInput>(raw, {
    order_id: uuid('Order'),
    hand_over_id: optional(uuid('Hand-over')),
    reason: oneOf({ label: 'reason', among: CLAIM_REASONS }),
    preferred_outcome: oneOf({ label: 'preferred outcome', among: PREFERRED_OUTCOMES }),
    requested_kobo: optional(wholeNumber({ label: 'Amount', min: 1, max: 99_999_999_999_999 })),
    lines: readClaimLines,
    text: text({ label: 'What happened', min: 10, max: 2000, lines: true }),
    evidence: readEvidence,
  })
  return checkAlso(checked, ({ reason, evidence }) =>
    REASONS_NEEDING_EVIDENCE.includes(reason) && evidence.length === 0
      ? { evidence: 'Add a photo or a short video that shows it.' }
      : {},
  )
}

/** A number above zero with at most one decimal. */
const isTenths = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= 1_000_000 && Number(value.toFixed(1)) === value

/** Reads the claimed lines and their numbers of units. */
const readClaimLines: Reader<ClaimInput['lines']> = (raw) => {
  const rows: unknown[] = Array.isArray(raw) ? raw : []
  if (rows.length === 0) return { error: 'Say what it is about: at least one unit of a product.' }
  const lines: ClaimInput['lines'] = []
  for (const row of rows) {
    const { line_id, quantity } = (row ?? {}) as { line_id?: unknown; quantity?: unknown }
    if (!isUuid(line_id) || !isTenths(quantity)) return { error: QUANTITY_FAULT }
    lines.push({ line_id: line_id.toLowerCase(), quantity })
  }
  const isTwice = new Set(lines.map(({ line_id }) => line_id)).size < lines.length
  return isTwice || lines.length > 100 ? { error: 'Name each product once.' } : { value: lines }
}

async function readLines(tx: pg.ClientBase, orderId: string): Promise<{ lines: ClaimableLine[]; now: Date }> {
  const { rows } = await tx.query<{
    line_id: string
    hand_over_id: string | null
    unit: string
    quantity: number
    worth_kobo: bigint
    opens_at: Date
    closes_at: Date
    waits_at: string | null
    waits_until: Date | null
  }>(
    `select line_id, hand_over_id, unit, quantity, worth_kobo, coalesce(opens_at, 'infinity') as opens_at, coalesce(closes_at, '-infinity') as closes_at, waits_at, waits_until
     from public.claimable_lines where order_id = $1`,
    [orderId],
  )
  const { rows: clock } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
  const lines = rows.map((row) => ({
    lineId: row.line_id,
    handOverId: row.hand_over_id,
    unit: row.unit,
    quantity: row.quantity,
    worthKobo: row.worth_kobo,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    waitsAt: row.waits_at,
    waitsUntil: row.waits_until,
  }))
  return { lines, now: clock[0]?.now ?? new Date(0) }
}

async function insert(
  tx: pg.ClientBase,
  { input, requestedKobo }: { input: ClaimInput; requestedKobo: bigint },
): Promise<string> {
  const { order_id, hand_over_id, reason, preferred_outcome, lines } = input
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.claims (order_id, hand_over_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo)
     select id, $2, user_id, vendor_id, $3, $4, $5 from public.orders where id = $1 returning id`,
    [order_id, hand_over_id, reason, preferred_outcome, requestedKobo],
  )
  const id = rows[0]?.id ?? ''
  await tx.query(
    `insert into public.claim_lines (claim_id, line_id, quantity, exact_quantity)
     select $1, l.line_id, ceil(l.quantity), case when l.quantity <> ceil(l.quantity) then l.quantity end
     from jsonb_to_recordset($2::jsonb) as l (line_id uuid, quantity numeric)`,
    [id, JSON.stringify(lines)],
  )
  return id
}
