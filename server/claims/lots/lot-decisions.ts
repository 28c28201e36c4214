import type { RecordedAction } from '#domain/all-acts.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS, checkShare } from '#domain/claims/claiming.ts'
import { checkFields, oneOf, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { notifyOfLot } from './notify-of-lot.ts'
import { type Lot, lockLot } from './read-lot.ts'
import { type LotClaimsUpdate, updateLotClaims } from './update-lot-claims.ts'

/** A step at which staff decide all open claims of a lot together. */
interface LotStep {
  role: 'coordinator' | 'chief'
  may: 'may_decide' | 'may_hear'
  /** The refusal of a lot that is not at this step. */
  refuseState: (lot: Lot) => Refusal | null
  status: 'decided' | 'final'
  /** The statement that writes status ($2), outcome ($3), share ($4), payer ($5) and person ($6) to the lot ($1). */
  update: string
  /** The change of the claims that are decided with it. */
  claims: Pick<LotClaimsUpdate, 'condition' | 'assignments' | 'event'>
  act: RecordedAction
}

/** The command of a step, without its name. `share_percent` is 0 unless goods are refunded. */
export function lotDecision(step: LotStep): Omit<Command<'decide-lot' | 'decide-lot-appeal'>, 'name'> {
  return {
    who: 'signed-in',
    limit: { tries: 60, ...PER_MINUTE },
    fields: ['lot_id', 'outcome', 'share_percent', 'payer', 'reason'],
    check: (raw) =>
      checkFields(raw, {
        lot_id: uuid('Lot'),
        outcome: oneOf({ label: 'outcome', among: CLAIM_OUTCOMES }),
        share_percent: wholeNumber({ label: 'Share of what each claim asks', min: 0, max: 100 }),
        payer: oneOf({ label: 'payer', among: CLAIM_PAYERS }),
        reason: text({ label: 'Reason', min: 10, max: 2000, lines: true }),
      }),
    async run({ input, caller, tx, context }) {
      const { outcome, share_percent, payer, reason } = input
      await tx.query('select public.caused_by($1)', [step.role])
      const lot = await lockLot(tx, { lotId: input.lot_id, personId: caller.userId })
      if (!lot) return refuse('lot_not_found')
      const refusal =
        refuseJudge(lot, step) ?? step.refuseState(lot) ?? checkShare({ outcome, sharePercent: share_percent })
      if (refusal) return refusal
      await tx.query(step.update, [lot.id, step.status, outcome, share_percent, payer, caller.userId])
      await updateLotClaims(tx, {
        ...step.claims,
        lotId: lot.id,
        part: step.role,
        authorId: caller.userId,
        text: reason,
        siteUrl: context.siteUrl,
      })
      await recordAct(tx, {
        actorId: caller.userId,
        action: step.act,
        subject: { type: 'lot', id: lot.id },
        after: { lot_no: lot.lot_no, outcome, share_percent, payer },
      })
      await notifyOfLot(tx, { lotId: lot.id, event: step.status, siteUrl: context.siteUrl })
      return { lot_id: lot.id, status: step.status }
    },
  }
}

/** Refuses a person who may not decide this lot; without any right to see it they get `lot_not_found`. */
function refuseJudge(lot: Lot, { may, role }: LotStep): Refusal | null {
  if (lot[may]) return null
  return refuse(lot.role === role ? 'own_case' : 'lot_not_found')
}

/** SQL assignments: the lot's decision applied to a claim, at most the remaining value of its goods. */
export const SHARE_OF_CLAIM = `outcome = l.outcome, payer = l.payer, outcome_kobo = case l.outcome when 'refund' then
  least(ceil(c.requested_kobo * l.share_percent / 100.0), greatest(public.claim_worth_kobo(c.id), 1))::bigint else 0 end`
