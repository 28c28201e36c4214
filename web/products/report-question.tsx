import { data } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { isUuid } from '#domain/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { ReportPage } from '#web/ui/report-page.tsx'
import type { Route } from './+types/report-question.ts'
import { readQuestion } from './question-queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const known = isUuid(params.id) && isUuid(params.questionId)
  const asked = known ? await readQuestion(context.get(apiContext), params) : null
  if (!asked) throw data(refusalTexts.question_not_found, { status: 404 })
  return { asked, productId: params.id, signedIn: context.get(viewerContext).userId !== null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const reason = String((await request.formData()).get('reason') ?? '')
  const done = await context.get(apiContext).command('report-question', { question_id: params.questionId, reason })
  if (done.ok) return { ok: true, text: 'Thank you. Our staff look at this question.', typed: '' }
  return { ok: false, text: done.refusal.message, typed: reason }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ ok: false, text: errorTexts.offline, typed: '' }))

export const shouldRevalidate = keepWhenOffline

/** A question or an answer that somebody holds to be abuse. */
export default function ReportQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, productId, signedIn } = loaderData
  return (
    <ReportPage
      title="Report a question"
      lead="Insults, threats, lies about people, somebody’s private data, or an attempt to deal outside the market."
      outcome={actionData}
      signedIn={signedIn}
      back={{ to: `/products/${productId}#questions`, label: 'Back to the product' }}
    >
      <p className="font-semibold break-words">{asked.question}</p>
      {asked.answer && <p className="mt-1 break-words whitespace-pre-line">{asked.answer}</p>}
    </ReportPage>
  )
}

export const meta: Route.MetaFunction = () => [
  ...titled('Report a question', 'Tell us about abuse.'),
  { name: 'robots', content: 'noindex' },
]
