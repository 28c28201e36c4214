import { useId } from 'react'
import { useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { bulkOffer, SelectRow } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { runVerdict } from '#web/desk/lists/bulk/hide-act.ts'
import {
  CollapsedForm,
  MODERATE_ACTIONS,
  ModerationDesk,
  REPORT_ACTIONS,
  readModerationList,
  TextActionForm,
  Verdict,
} from '#web/desk/moderation.tsx'
import { ModerationTabs } from '#web/desk/moderation-tabs.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { datedDay } from '#web/ui/format.ts'
import { Rating } from '#web/ui/rating.tsx'
import type { Route } from './+types/review-desk.ts'
import { reviewBulk } from './review-bulk.ts'
import { listReviewsToModerate, type ModeratedReview } from './review-queries.ts'

export const loader = (args: Route.LoaderArgs) => readModerationList(args, listReviewsToModerate)

export async function action({ request, url, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const [review_id, words] = [form.field('review_id'), form.field('words')]
  switch (form.field('intent')) {
    case 'reply': {
      const done = await api.command('reply-to-review', { review_id, reply: words })
      return commandResult(form, done, 'Your reply appears beside the rating.')
    }
    case 'report': {
      const done = await api.command('report-review', { review_id, reason: words })
      return commandResult(form, done, 'Our staff will look at this rating.')
    }
    default:
      return runVerdict(api, form, { list: reviewBulk, url, id: review_id })
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A shop's ratings with a form for its reply; for staff, the reported ones. */
export default function ReviewDesk({ loaderData: { isShop, query, today, list }, actionData }: Route.ComponentProps) {
  const bulkForm = useId()
  const here = useLocation().pathname.replace(/\/$/, '')
  return (
    <ModerationDesk
      title="Ratings"
      lead={
        isShop
          ? 'What buyers said after collecting. You can reply once to each, in public.'
          : 'Reported ratings. Hide abuse; keep honest complaints.'
      }
      empty={
        isShop
          ? { title: 'No ratings yet.', text: 'Buyers can rate an order once they have collected it.' }
          : { title: 'No rating was reported.', text: 'Reported ratings appear here.' }
      }
      query={query}
      today={today}
      tabs={<ModerationTabs of="Ratings" />}
      list={list}
      outcome={actionData}
      bulk={isShop ? null : { form: bulkForm, offer: bulkOffer(`${here}/bulk`, reviewBulk, ['hide']) }}
    >
      {list.rows.map((review) => (
        <Review
          key={`${review.id} ${review.reply} ${review.judged_at}`}
          review={review}
          isShop={isShop}
          bulkForm={bulkForm}
          typed={(actionData?.values.review_id === review.id && actionData.values.words) || ''}
        />
      ))}
    </ModerationDesk>
  )
}

interface ReviewProps {
  review: ModeratedReview
  isShop: boolean
  bulkForm: string
  typed: string
}

function Review({ review, isShop, bulkForm, typed }: ReviewProps) {
  const { id, rating, comment, created_at: at, reply, reported_at, judged_at, hidden_at } = review
  const idField = { name: 'review_id', id }
  return (
    <li className="grid gap-2 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Rating value={rating} />
        <p className="text-14 text-soft">
          Order {review.order_no}, {isShop ? '' : `${review.business_name}, `}
          {datedDay(at)}
        </p>
        {!isShop && !judged_at && <SelectRow form={bulkForm} id={id} name={`the rating of order ${review.order_no}`} />}
      </div>
      {comment && <p className="break-words">{comment}</p>}
      {reply && <Reply text={reply} />}
      <Verdict of={review} />
      {isShop && !reply && !hidden_at && (
        <CollapsedForm label="Reply" open={typed !== ''} first>
          <TextActionForm of={idField} label="Your reply" typed={typed} actions={REPLY} />
        </CollapsedForm>
      )}
      {isShop && !reported_at && (
        <CollapsedForm label="Report abuse">
          <TextActionForm of={idField} label="Why it is abuse" typed="" actions={REPORT_ACTIONS} />
        </CollapsedForm>
      )}
      {!isShop && !judged_at && <TextActionForm of={idField} label="Reason" typed={typed} actions={MODERATE_ACTIONS} />}
    </li>
  )
}

const REPLY = [{ intent: 'reply', text: 'Send reply' }]

const Reply = ({ text }: { text: string }) => (
  <p className="border-l-4 border-grain pl-3 break-words">
    <span className="font-semibold">The shop replied: </span>
    {text}
  </p>
)

export const meta: Route.MetaFunction = () => pageMeta('Ratings', 'What buyers said, and what was reported.')
