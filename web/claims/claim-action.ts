import type { I18n } from '@lingui/core'
import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import type { CommandName, CommandResult } from '#api/commands.ts'
import type { ClaimOutcome, ClaimPayer } from '#domain/claims/claiming.ts'
import { parseNaira } from '#domain/money.ts'
import { commandResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { answerOffer } from './offers/answer-offer.ts'
import { reviewAnswer, sendOffer } from './offers/offer-action.ts'
import { uploadEvidence } from './upload-evidence.ts'

interface ClaimFormInput {
  form: SubmittedForm
  claimId: string
  userId: string
  i18n: I18n
}

/** Dispatches a form of a claim's page by its intent. */
export async function handleClaimForm(api: Api, { form, claimId, userId, i18n }: ClaimFormInput) {
  const { field, key } = form
  const target = { claim_id: claimId, text: field('text') }
  const toResult = <Name extends CommandName>(done: CommandResult<Name>, text: string) =>
    commandResult(form, done, text)
  switch (field('intent')) {
    case 'withdraw':
      return toResult(await api.command('withdraw-claim', target, key), i18n.t('You have withdrawn this claim.'))
    case 'replaced':
      return toResult(
        await api.command('confirm-replacement', { claim_id: claimId }, key),
        i18n.t('Thank you. Your claim is settled.'),
      )
    case 'appeal': {
      const done = await api.command('appeal-claim', target, key)
      if (done.ok || done.refusal.code !== 'decided_with_lot')
        return toResult(done, i18n.t('A chief looks at it once more.'))
      // A lot has one appeal for all its claims; the claim holds the lot's id.
      const { data: claim } = await api.tables.from('claims').select('lot_id').eq('id', claimId).maybeSingle()
      const lot = { lot_id: claim?.lot_id ?? '', text: target.text }
      return toResult(await api.command('appeal-lot', lot), i18n.t('A chief looks at it once more.'))
    }
    case 'review':
      return reviewAnswer(api, { form, claimId })
    case 'change':
      return data({ ok: true, text: '', errors: {}, values: form.values })
    case 'withdraw-offer':
      return toResult(
        await api.command('withdraw-offer', { claim_id: claimId }, key),
        'Withdrawn. Answer the claim in another way before your time is over.',
      )
    case 'answer-offer':
      return answerOffer(api, { form, claimId, i18n })
    case 'offer':
      return sendOffer(api, { form, claimId, userId, i18n })
    case 'accept':
    case 'contest': {
      const accepts = field('intent') === 'accept'
      const upload = await uploadEvidence(api, form.data, { userId, key: field('key'), i18n })
      if (upload.fault) return reject(form, { errors: { evidence: upload.fault } })
      const input = { ...target, answer: accepts ? ('accept' as const) : ('contest' as const), evidence: upload.names }
      const done = await api.command('answer-claim', input, key)
      if (!done.ok) await upload.removeFiles()
      return toResult(
        done,
        accepts ? i18n.t('You have accepted this claim.') : i18n.t('You have contested this claim.'),
      )
    }
    default:
      return decide()
  }

  async function decide() {
    const outcome = field('outcome') as ClaimOutcome
    const kobo = outcome === 'refund' ? parseNaira(field('goods')) : 0n
    if (kobo === null) {
      return reject(form, { errors: { goods_kobo: i18n.t('The amount must be in naira, such as 1,234.50.') } })
    }
    const decision = {
      claim_id: claimId,
      outcome,
      goods_kobo: Number(kobo),
      payer: field('payer') as ClaimPayer,
      reason: field('reason'),
    }
    const intent = field('intent')
    if (intent === 'propose')
      return toResult(await api.command('propose-decision', decision, key), i18n.t('You have proposed a decision.'))
    if (intent === 'hear')
      return toResult(await api.command('decide-appeal', decision, key), i18n.t('You have decided the appeal.'))
    return toResult(await api.command('decide-claim', decision, key), i18n.t('You have decided this claim.'))
  }
}
