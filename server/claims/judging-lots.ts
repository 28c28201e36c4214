import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { CLAIM_PAYERS, checkShare, OUTCOMES } from '#domain/claims/claiming.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Checked, checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import { lockClaim } from './read-claim.ts'
import type { Lot } from './read-lot.ts'
import { tellOfClaim } from './tell-of-claim.ts'
import { writeEvent } from './write-event.ts'

type Judgement = CommandInput<'decide-lot'>
export const LOT_FIELDS = ['lot_id', 'outcome', 'share_percent', 'payer', 'reason'] as const

/** One decision for a lot. `share_percent` is 0 unless goods are refunded. */
export function checkLotJudgement(raw: Readonly<Record<string, unknown>>): Checked<Judgement> {
  return checkFields<Judgement>(raw, {
    lot_id: uuid('Lot'),
    outcome: oneOf({ label: 'outcome', among: OUTCOMES }),
    share_percent: wholeNumber({ label: 'Share of what each claim asks', least: 0, most: 100 }),
    payer: oneOf({ label: 'payer', among: CLAIM_PAYERS }),
    reason: text({ label: 'Reason', least: 10, most: 2000, lines: true }),
  })
}

/** Whether this person has a say; a stranger is told that there is no such lot. */
export function mayJudgeLot(
  lot: Lot | null,
  { may, role }: { may: 'may_decide' | 'may_hear'; role: string },
): Refusal | null {
  if (!lot) return refuse('lot_not_found')
  if (lot[may]) return null
  return refuse(lot.role === role ? 'own_case' : 'lot_not_found')
}

export const checkLotShare = ({ outcome, share_percent }: Judgement): Refusal | null =>
  checkShare({ outcome, sharePercent: share_percent })

interface Moved {
  lotId: string
  /** Of its claims. */
  which: string
  /** Their next state and what goes with it. */
  set: string
  values?: readonly unknown[]
  event: 'decided' | 'appealed' | 'appeal_decided'
  part: 'coordinator' | 'chief' | 'buyer' | 'vendor'
  by: string | null
  text: string
  siteUrl: string
}

/** Moves the claims of a lot together, writes what was said into each, and tells their buyers. */
export async function moveClaims(tx: pg.PoolClient, moved: Moved): Promise<void> {
  const { lotId, which, set, values = [], event, part, by, siteUrl } = moved
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from public.claims c where c.lot_id = $1 and ${which} order by c.id for no key update`,
    [lotId],
  )
  for (const { id } of rows) {
    await tx.query(
      `update public.claims c set ${set} from public.lot_incidents l where l.id = c.lot_id and c.id = $1`,
      [id, ...values],
    )
    await writeEvent(tx, { claimId: id, kind: event, part, authorId: by, text: moved.text })
    const claim = await lockClaim(tx, { claimId: id, personId: null })
    if (claim) await tellOfClaim(tx, { claim, event, siteUrl, buyerAlone: true })
  }
}

/** What the lot's share comes to for a claim: at most what is left of its goods. */
export const SHARE_OF_CLAIM = `outcome = l.outcome, payer = l.payer, outcome_kobo = case l.outcome when 'refund' then
  least(ceil(c.asked_kobo * l.share_percent / 100.0), greatest(public.claim_worth_kobo(c.id), 1))::bigint else 0 end`
