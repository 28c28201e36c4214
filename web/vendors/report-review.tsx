import { data } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Rating } from '#web/ui/rating.tsx'
import { ReportPage } from '#web/ui/report-page.tsx'
import type { Route } from './+types/report-review.ts'
import { readReview } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const review = await readReview(context.get(apiContext), params)
  if (!review) throw data(refusalTexts.review_not_found, { status: 404 })
  return { review, vendorId: params.vendorId, signedIn: context.get(viewerContext).userId !== null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const reason = String((await request.formData()).get('reason') ?? '')
  const done = await context.get(apiContext).command('report-review', { review_id: params.reviewId, reason })
  if (done.ok) return { ok: true, text: 'Thank you. Our staff look at this rating.', typed: '' }
  return { ok: false, text: done.refusal.message, typed: reason }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ ok: false, text: errorTexts.offline, typed: '' }))

export const shouldRevalidate = keepWhenOffline

/** A rating that somebody holds to be abuse. */
export default function ReportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, vendorId, signedIn } = loaderData
  return (
    <ReportPage
      title="Report a rating"
      lead="Insults, threats, lies about people, or somebody’s private data. A bad rating alone is no abuse."
      outcome={actionData}
      signedIn={signedIn}
      back={{ to: `/shop/${vendorId}`, label: 'Back to the shop' }}
    >
      <Rating value={review.rating} />
      {review.comment && <p className="mt-1 break-words">{review.comment}</p>}
    </ReportPage>
  )
}

export const meta: Route.MetaFunction = () => [
  ...titled('Report a rating', 'Tell us about abuse.'),
  { name: 'robots', content: 'noindex' },
]
