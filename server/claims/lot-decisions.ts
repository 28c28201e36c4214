import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS, checkShare } from '#domain/claims/claiming.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Checked, checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import { notifyOfClaim } from './notify-of-claim.ts'
import { lockClaim } from './read-claim.ts'
import type { Lot } from './read-lot.ts'
import { recordClaimEvent } from './record-claim-event.ts'

type LotDecision = CommandInput<'decide-lot'>
export const LOT_DECISION_FIELDS = ['lot_id', 'outcome', 'share_percent', 'payer', 'reason'] as const

/** Validates the decision of a lot. `share_percent` is 0 unless goods are refunded. */
export function validateLotDecision(raw: Readonly<Record<string, unknown>>): Checked<LotDecision> {
  return checkFields<LotDecision>(raw, {
    lot_id: uuid('Lot'),
    outcome: oneOf({ label: 'outcome', among: CLAIM_OUTCOMES }),
    share_percent: wholeNumber({ label: 'Share of what each claim asks', min: 0, max: 100 }),
    payer: oneOf({ label: 'payer', among: CLAIM_PAYERS }),
    reason: text({ label: 'Reason', min: 10, max: 2000, lines: true }),
  })
}

/** Refuses a person who may not decide this lot; without any right to see it they get `lot_not_found`. */
export function checkMayJudgeLot(
  lot: Lot | null,
  { may, role }: { may: 'may_decide' | 'may_hear'; role: string },
): Refusal | null {
  if (!lot) return refuse('lot_not_found')
  if (lot[may]) return null
  return refuse(lot.role === role ? 'own_case' : 'lot_not_found')
}

export const checkLotShare = ({ outcome, share_percent }: LotDecision): Refusal | null =>
  checkShare({ outcome, sharePercent: share_percent })

interface LotClaimsUpdate {
  lotId: string
  /** SQL condition for the claims `c`. */
  condition: string
  /** SQL assignments: the new status and its columns. */
  assignments: string
  values?: readonly unknown[]
  event: 'decided' | 'appealed' | 'appeal_decided'
  part: 'coordinator' | 'chief' | 'buyer' | 'vendor'
  by: string | null
  text: string
  siteUrl: string
}

/** Updates the claims of a lot together, adds the event to each timeline, and notifies their buyers. */
export async function updateLotClaims(tx: pg.PoolClient, update: LotClaimsUpdate): Promise<void> {
  const { lotId, condition, assignments, values = [], event, part, by, siteUrl } = update
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from public.claims c where c.lot_id = $1 and ${condition} order by c.id for no key update`,
    [lotId],
  )
  for (const { id } of rows) {
    await tx.query(
      `update public.claims c set ${assignments} from public.lot_incidents l where l.id = c.lot_id and c.id = $1`,
      [id, ...values],
    )
    await recordClaimEvent(tx, { claimId: id, kind: event, part, authorId: by, text: update.text })
    const claim = await lockClaim(tx, { claimId: id, personId: null })
    if (claim) await notifyOfClaim(tx, { claim, event, siteUrl, buyerAlone: true })
  }
}

/** SQL assignments: the lot's decision applied to a claim, at most the remaining value of its goods. */
export const SHARE_OF_CLAIM = `outcome = l.outcome, payer = l.payer, outcome_kobo = case l.outcome when 'refund' then
  least(ceil(c.asked_kobo * l.share_percent / 100.0), greatest(public.claim_worth_kobo(c.id), 1))::bigint else 0 end`
