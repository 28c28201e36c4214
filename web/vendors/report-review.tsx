import { data, Form, Link, useLocation, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
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
  const { pathname } = useLocation()
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead="Insults, threats, lies about people, or somebody’s private data. A bad rating alone is no abuse.">
        Report a rating
      </PageHeading>
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {actionData.text}
        </Notice>
      )}
      <div className="mb-6 max-w-measure border-l-4 border-grain pl-3">
        <Rating value={review.rating} />
        {review.comment && <p className="mt-1 break-words">{review.comment}</p>}
      </div>
      {!signedIn && <LinkButton to={`/auth?next=${encodeURIComponent(pathname)}`}>Sign in to report it</LinkButton>}
      {signedIn && !actionData?.ok && (
        <Form method="post" className="grid max-w-[560px] gap-4">
          <TextArea
            label="Why it is abuse"
            name="reason"
            rows={3}
            required
            maxLength={500}
            defaultValue={actionData?.typed ?? ''}
          />
          <div>
            <Button busy={busy} busyLabel="Sending">
              Report
            </Button>
          </div>
        </Form>
      )}
      <p className="mt-6">
        <Link to={`/shop/${vendorId}`} className="text-link">
          Back to the shop
        </Link>
      </p>
    </>
  )
}

export const meta: Route.MetaFunction = () => [
  ...titled('Report a rating', 'Tell us about abuse.'),
  { name: 'robots', content: 'noindex' },
]
