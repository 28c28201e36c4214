import type { I18n } from '@lingui/core'
import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import { decideOffer } from '#domain/claims/offering.ts'
import { claimRefusals } from '#domain/claims/refusals.ts'
import { parseNaira } from '#domain/money.ts'
import { isRefusal } from '#domain/refusal.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { commandResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { parseQuantity } from '../claim-sum-text.tsx'
import { uploadEvidence } from '../upload-evidence.ts'
import { type AnswerKind, type AnswerReview, isAnswerKind } from './answer-kinds.ts'
import type { ClaimCosts } from './offer-queries.ts'

interface AnswerInput {
  form: SubmittedForm
  claimId: string
}

/** The first step of the vendor's answer: checks the choice, and looks up what it costs. Nothing is sent yet. */
export async function reviewAnswer(api: Api, { form, claimId }: AnswerInput) {
  const { field, values } = form
  const answer = field('answer')
  if (!isAnswerKind(answer)) return reject(form, { errors: { answer: 'Choose one of the answers.' } })
  if (answer !== 'accept' && [...field('text')].length < 10)
    return reject(form, { errors: { text: 'Say why, in at least 10 characters. The buyer reads it.' } })
  const offered = answer === 'part' ? await readOfferedPart(api, { form, claimId }) : null
  if (offered !== null && typeof offered !== 'bigint') return reject(form, { errors: { goods_kobo: offered.fault } })
  const goods_kobo = offered === null ? null : Number(offered)
  const planned = await api.command('preview-claim-refund', { claim_id: claimId, goods_kobo })
  const costs: ClaimCosts | null = planned.ok ? planned.value : null
  const review: AnswerReview = { answer, costs }
  return data({ ok: true, text: '', errors: {}, values, review })
}

/** The offered goods in kobo, by the same rule as the command. */
async function readOfferedPart(
  api: Api,
  { form: { field }, claimId }: AnswerInput,
): Promise<bigint | { fault: TranslatableText }> {
  const [amount, units] = [field('goods'), field('units')]
  if ((amount === '') === (units === '')) return { fault: 'Give an amount or a number of units, one of the two.' }
  const goodsKobo = amount === '' ? null : parseNaira(amount)
  if (amount !== '' && goodsKobo === null) return { fault: 'The amount must be in naira, such as 1,234.50.' }
  const [{ data: claim }, { data: worth }] = await Promise.all([
    api.tables
      .from('claims')
      .select(
        'preferred_outcome, requested_kobo, offers, lines:claim_lines(quantity, exact_quantity, line:order_lines(unit))',
      )
      .eq('id', claimId)
      .maybeSingle()
      .overrideTypes<OfferedClaim, { merge: false }>(),
    api.tables.from('claim_worths').select('worth_kobo').eq('id', claimId).maybeSingle(),
  ])
  if (!claim) return { fault: claimRefusals.missing.claim_not_found }
  const decided = decideOffer(
    {
      preferredOutcome: claim.preferred_outcome,
      requestedKobo: BigInt(claim.requested_kobo),
      worthKobo: BigInt(worth?.worth_kobo ?? 0),
      lines: claim.lines.map(({ quantity, exact_quantity: exact, line }) => ({
        quantity: exact ?? quantity,
        unit: line.unit,
      })),
      offers: claim.offers,
    },
    { outcome: 'refund', goodsKobo, units: units === '' ? null : parseQuantity(units) },
  )
  return isRefusal(decided) ? { fault: decided.message } : decided
}

interface OfferedClaim {
  preferred_outcome: 'refund' | 'replacement'
  requested_kobo: number
  offers: number
  lines: { quantity: number; exact_quantity: number | null; line: { unit: string } }[]
}

interface OfferInput extends AnswerInput {
  userId: string
  i18n: I18n
}

/** The second step of an offer: it is sent, with its evidence. */
export async function sendOffer(api: Api, { form, claimId, userId, i18n }: OfferInput) {
  const { field, key } = form
  const upload = await uploadEvidence(api, form.data, { userId, key: field('key'), i18n })
  if (upload.fault) return reject(form, { errors: { evidence: upload.fault } })
  const isPart: boolean = (field('answer') as AnswerKind) === 'part'
  const offer = {
    claim_id: claimId,
    outcome: isPart ? ('refund' as const) : ('replacement' as const),
    goods_kobo: isPart ? Number(field('goods_kobo')) : null,
    units: null,
    text: field('text'),
    evidence: upload.names,
  }
  const done = await api.command('offer-settlement', offer, key)
  if (!done.ok) await upload.removeFiles()
  return commandResult(form, done, 'Your offer is sent. The buyer has been told.')
}
