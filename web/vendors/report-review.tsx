import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
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
  if (done.ok) return { ok: true, text: /*i18n*/ 'Thank you. Our staff will look at this rating.', typed: '' }
  return { ok: false, text: done.refusal.message, typed: reason }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, () => ({ ok: false, text: errorTexts.offline, typed: '' }))

export const shouldRevalidate = revalidateUnlessOffline

/** A form to report a rating as abuse. */
export default function ReportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { review, vendorId, signedIn } = loaderData
  return (
    <ReportPage
      title={i18n.t('Report a rating')}
      lead={i18n.t(
        'Report insults, threats, lies about people, or somebody’s private information. A bad rating alone is not abuse.',
      )}
      outcome={actionData}
      signedIn={signedIn}
      back={{ to: `/shop/${vendorId}`, label: i18n.t('Back to the shop') }}
    >
      <Rating value={review.rating} />
      {review.comment && <p className="mt-1 break-words">{review.comment}</p>}
    </ReportPage>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    ...pageMeta(i18n.t('Report a rating'), i18n.t('Tell us about abuse.')),
    { name: 'robots', content: 'noindex' },
  ]
}
