import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { commandResult, reject, type SubmittedForm } from '#web/forms/form.ts'

interface OfferAnswerInput {
  form: SubmittedForm
  claimId: string
  i18n: I18n
}

/** The buyer's answer to an offer. */
export async function answerOffer(api: Api, { form, claimId, i18n }: OfferAnswerInput) {
  const { field, key } = form
  const answer = field('answer')
  if (answer !== 'accept' && answer !== 'decline')
    return reject(form, { errors: { answer: i18n.t('Choose whether you accept the offer.') } })
  const input = {
    claim_id: claimId,
    answer,
    outcome: field('outcome') === 'replacement' ? ('replacement' as const) : ('refund' as const),
    goods_kobo: Number(field('goods_kobo')),
    text: field('text'),
  } as const
  const done = await api.command('answer-offer', input, key)
  return commandResult(
    form,
    done,
    answer === 'accept'
      ? i18n.t('You have accepted the offer.')
      : i18n.t('You have declined the offer. Our staff look at both sides.'),
  )
}
