import { Form, useLocation, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { addressOf, pageOf } from '../list-page.ts'
import type { Route } from './+types/review-desk.ts'
import { type JudgedReview, listReviewsToJudge } from './review-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const isShop = url.pathname.toLowerCase().startsWith('/vendor')
  const shop = isShop ? await readOwnShop(api, context.get(viewerContext).userId) : null
  const page = pageOf(url.searchParams)
  const none = { rows: [], count: 0, pageCount: 0, failure: null }
  const list = isShop && !shop ? none : await listReviewsToJudge(api, { vendorId: shop?.id ?? null, page })
  return { isShop, page, list }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const review_id = field('review_id')
  const told = (ok: boolean, text: string) => ({ ok, text, id: review_id, typed: ok ? '' : field('words') })
  if (field('intent') === 'reply') {
    const done = await api.command('reply-to-review', { review_id, reply: field('words') })
    return done.ok ? told(true, 'Your reply stands beside the rating.') : told(false, done.refusal.message)
  }
  if (field('intent') === 'report') {
    const done = await api.command('report-review', { review_id, reason: field('words') })
    return done.ok ? told(true, 'Our staff look at this rating.') : told(false, done.refusal.message)
  }
  const hide = field('intent') === 'hide'
  const done = await api.command('judge-review', { review_id, hide, reason: field('words') })
  if (!done.ok) return told(false, done.refusal.message)
  return told(true, hide ? 'The rating is hidden.' : 'The rating stays.')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ ok: false, text: errorTexts.offline, id: '', typed: '' }))

export const shouldRevalidate = keepWhenOffline

/** A shop's ratings with the place for its reply; for staff those that were reported. */
export default function ReviewDesk({ loaderData: { isShop, page, list }, actionData }: Route.ComponentProps) {
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHeading
        lead={
          isShop
            ? 'What buyers said after collecting. You can reply once to each, in public.'
            : 'Ratings that somebody reported. Hide what is abuse; an honest complaint stays.'
        }
      >
        Ratings
      </PageHeading>
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {actionData.text}
        </Notice>
      )}
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title={isShop ? 'No ratings yet.' : 'No rating was reported.'}>
          {isShop ? 'Buyers can rate an order once they have collected it.' : 'Reported ratings appear here.'}
        </EmptyState>
      )}
      <ul className="grid max-w-measure divide-y divide-grain">
        {list.rows.map((review) => (
          <Review
            key={`${review.id} ${review.reply} ${review.judged_at}`}
            review={review}
            isShop={isShop}
            typed={actionData?.id === review.id ? actionData.typed : ''}
          />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => addressOf(path, { page: to })}
        label="ratings"
      />
    </>
  )
}

function Review({ review, isShop, typed }: { review: JudgedReview; isShop: boolean; typed: string }) {
  const { id, rating, comment, created_at: at, reply, reported_at, report_reason, judged_at, hidden_at } = review
  return (
    <li className="grid gap-2 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Rating value={rating} />
        <p className="text-14 text-soft">
          Order {review.order_no}, {isShop ? '' : `${review.business_name}, `}
          {longDay(at)}
        </p>
      </div>
      {comment && <p className="break-words">{comment}</p>}
      {reply && <Reply text={reply} />}
      {reported_at && (
        <p className="break-words text-14">
          <Badge tone={hidden_at ? 'urgent' : judged_at ? 'plain' : 'warm'}>
            {hidden_at ? 'Hidden' : judged_at ? 'Stays' : 'Reported'}
          </Badge>{' '}
          {report_reason}
          {review.judge_reason && `. Decided: ${review.judge_reason}`}
        </p>
      )}
      {isShop && !reply && !hidden_at && (
        <details open={typed !== ''}>
          <summary className="inline-flex min-h-11 items-center font-semibold text-adire underline underline-offset-4">
            Reply
          </summary>
          <Words id={id} label="Your reply" typed={typed} presses={[{ intent: 'reply', text: 'Send reply' }]} />
        </details>
      )}
      {isShop && !reported_at && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-14 text-adire underline underline-offset-4">
            Report abuse
          </summary>
          <Words id={id} label="Why it is abuse" typed="" presses={[{ intent: 'report', text: 'Report' }]} />
        </details>
      )}
      {!isShop && !judged_at && (
        <Words
          id={id}
          label="Reason"
          typed={typed}
          presses={[
            { intent: 'hide', text: 'Hide it' },
            { intent: 'keep', text: 'Let it stay' },
          ]}
        />
      )}
    </li>
  )
}

const Reply = ({ text }: { text: string }) => (
  <p className="border-l-4 border-grain pl-3 break-words">
    <span className="font-semibold">The shop replied: </span>
    {text}
  </p>
)

interface WordsProps {
  id: string
  label: string
  typed: string
  presses: { intent: string; text: string }[]
}

function Words({ id, label, typed, presses }: WordsProps) {
  const form = useNavigation().formData
  const busy = form?.get('review_id') === id ? form.get('intent') : null
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="review_id" value={id} />
      <TextArea label={label} name="words" rows={2} required maxLength={500} defaultValue={typed} />
      <div className="flex flex-wrap gap-3">
        {presses.map(({ intent, text }) => (
          <Button key={intent} name="intent" value={intent} tone="plain" busy={busy === intent} busyLabel="Saving">
            {text}
          </Button>
        ))}
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => titled('Ratings', 'What buyers said, and what was reported.')
