import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { isUuid } from '#domain/forms/validation.ts'
import { productRefusals } from '#domain/products/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { ReportPage } from '#web/forms/report-page.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/report-question.ts'
import { readQuestion } from './question-queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const known = isUuid(params.id) && isUuid(params.questionId)
  const question = known ? await readQuestion(context.get(apiContext), params) : null
  if (!question) throw data(productRefusals.missing.question_not_found, { status: 404 })
  return { question, productId: params.id, signedIn: context.get(viewerContext).userId !== null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const report = { question_id: params.questionId, reason: form.field('reason') }
  const done = await context.get(apiContext).command('report-question', report)
  return commandResult(form, done, /*i18n*/ 'Thank you. Our staff will look at this question.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A form to report a question or answer as abuse. */
export default function ReportQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { question, productId, signedIn } = loaderData
  return (
    <ReportPage
      title={i18n.t('Report a question')}
      lead={i18n.t(
        'Insults, threats, lies about people, somebody’s private information, or an attempt to buy or sell outside the market.',
      )}
      result={actionData}
      signedIn={signedIn}
      back={{ to: `/products/${productId}#questions`, label: i18n.t('Back to the product') }}
    >
      <p className="font-semibold break-words">{question.question}</p>
      {question.answer && <p className="mt-1 break-words whitespace-pre-line">{question.answer}</p>}
    </ReportPage>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    ...pageMeta(i18n.t('Report a question'), i18n.t('Tell us about abuse.')),
    { name: 'robots', content: 'noindex' },
  ]
}
