import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { vendorRefusals } from '#domain/vendors/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { ReportPage } from '#web/forms/report-page.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Rating } from '#web/ui/rating.tsx'
import { readReview } from '../queries.ts'
import type { Route } from './+types/report-review.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const review = await readReview(context.get(apiContext), params)
  if (!review) throw data(vendorRefusals.missing.review_not_found, { status: 404 })
  return { review, vendorId: params.vendorId, signedIn: context.get(viewerContext).userId !== null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const report = { review_id: params.reviewId, reason: form.field('reason') }
  const done = await context.get(apiContext).command('report-review', report)
  return commandResult(form, done, /*i18n*/ 'Thank you. Our staff will look at this rating.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

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
      result={actionData}
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
