import { Form, Link, useLocation, useNavigation } from 'react-router'
import { ANSWER_CHANGES_MS, ANSWER_MOST } from '#domain/products/questions.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { addressOf, pageOf } from '#web/list-page.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import type { Route } from './+types/question-desk.ts'
import { type JudgedQuestion, listQuestionsToJudge } from './question-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const isShop = url.pathname.toLowerCase().startsWith('/vendor')
  const shop = isShop ? await readOwnShop(api, context.get(viewerContext).userId) : null
  const page = pageOf(url.searchParams)
  const none = { rows: [], count: 0, pageCount: 0, failure: null }
  const list = isShop && !shop ? none : await listQuestionsToJudge(api, { vendorId: shop?.id ?? null, page })
  return { isShop, page, list, now: Date.now() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const question_id = field('question_id')
  const told = (ok: boolean, text: string) => ({ ok, text, id: question_id, typed: ok ? '' : field('words') })
  if (field('intent') === 'answer') {
    const done = await api.command('answer-question', { question_id, answer: field('words') })
    return done.ok ? told(true, 'Your answer stands on the product’s page.') : told(false, done.refusal.message)
  }
  if (field('intent') === 'report') {
    const done = await api.command('report-question', { question_id, reason: field('words') })
    return done.ok ? told(true, 'Our staff look at this question.') : told(false, done.refusal.message)
  }
  const hide = field('intent') === 'hide'
  const done = await api.command('judge-question', { question_id, hide, reason: field('words') })
  if (!done.ok) return told(false, done.refusal.message)
  return told(true, hide ? 'The question is hidden.' : 'The question stays.')
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const [id, typed] = ['question_id', 'words'].map((name) => String(form.get(name) ?? ''))
  return orOffline(serverAction, () => ({ ok: false, text: errorTexts.offline, id: id ?? '', typed: typed ?? '' }))
}

export const shouldRevalidate = keepWhenOffline

/** Questions to a shop, with the place for its answers; for staff those that were reported. */
export default function QuestionDesk({ loaderData: { isShop, page, list, now }, actionData }: Route.ComponentProps) {
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHeading
        lead={
          isShop
            ? 'What buyers ask about your products. Your answer stands on the product’s page; you can change it for 24 hours.'
            : 'Questions that somebody reported. Hide what is abuse; an honest question stays.'
        }
      >
        Questions
      </PageHeading>
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {actionData.text}
        </Notice>
      )}
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title={isShop ? 'No questions yet.' : 'No question was reported.'}>
          {isShop ? 'Buyers can ask on the page of each product.' : 'Reported questions appear here.'}
        </EmptyState>
      )}
      <ul className="grid max-w-measure divide-y divide-grain">
        {list.rows.map((asked) => (
          <Asked
            key={`${asked.id} ${asked.answer} ${asked.judged_at}`}
            asked={asked}
            isShop={isShop}
            now={now}
            typed={actionData?.id === asked.id ? actionData.typed : ''}
          />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => addressOf(path, { page: to })}
        label="questions"
      />
    </>
  )
}

interface AskedProps {
  asked: JudgedQuestion
  isShop: boolean
  /** Milliseconds, when the list was read. */
  now: number
  /** What was refused. */
  typed: string
}

function Asked({ asked, isShop, now, typed }: AskedProps) {
  const { id, answer, answered_at: at, reported_at, report_reason, judged_at, judge_reason, hidden_at } = asked
  const mends = at !== null && !reported_at && now - Date.parse(at) < ANSWER_CHANGES_MS
  return (
    <li className="grid gap-2 py-5">
      <p className="text-14 text-soft">
        <Link to={`/products/${asked.product_id}#questions`} className="text-link">
          {asked.product_name}
        </Link>
        , {isShop ? '' : `${asked.business_name}, `}
        {asked.asker_name}, {longDay(asked.asked_at)}
      </p>
      <p className="font-semibold break-words">{asked.question}</p>
      {answer && <p className="border-l-4 border-grain pl-3 break-words whitespace-pre-line">{answer}</p>}
      {reported_at && (
        <p className="break-words text-14">
          <Badge tone={hidden_at ? 'urgent' : judged_at ? 'plain' : 'warm'}>
            {hidden_at ? 'Hidden' : judged_at ? 'Stays' : 'Reported'}
          </Badge>{' '}
          {report_reason}
          {judge_reason && `. Decided: ${judge_reason}`}
        </p>
      )}
      {isShop && !answer && !hidden_at && (
        <Words id={id} label="Your answer" most={ANSWER_MOST} typed={typed} presses={ANSWER} />
      )}
      {isShop && mends && (
        <Folded label="Change the answer" open={typed !== ''}>
          <Words id={id} label="Your answer" most={ANSWER_MOST} typed={typed || (answer ?? '')} presses={ANSWER} />
        </Folded>
      )}
      {isShop && !reported_at && (
        <Folded label="Report abuse">
          <Words id={id} label="Why it is abuse" most={500} typed="" presses={REPORT} />
        </Folded>
      )}
      {!isShop && !judged_at && <Words id={id} label="Reason" most={500} typed={typed} presses={JUDGE} />}
    </li>
  )
}

const ANSWER = [{ intent: 'answer', text: 'Send answer' }]
const REPORT = [{ intent: 'report', text: 'Report' }]
const JUDGE = [
  { intent: 'hide', text: 'Hide it' },
  { intent: 'keep', text: 'Let it stay' },
]

function Folded({ label, open = false, children }: { label: string; open?: boolean; children: React.ReactNode }) {
  return (
    <details open={open}>
      <summary className="inline-flex min-h-11 items-center text-14 text-adire underline underline-offset-4">
        {label}
      </summary>
      {children}
    </details>
  )
}

interface WordsProps {
  id: string
  label: string
  most: number
  typed: string
  presses: { intent: string; text: string }[]
}

function Words({ id, label, most, typed, presses }: WordsProps) {
  const form = useNavigation().formData
  const busy = form?.get('question_id') === id ? form.get('intent') : null
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="question_id" value={id} />
      <TextArea label={label} name="words" rows={2} required maxLength={most} defaultValue={typed} />
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

export const meta: Route.MetaFunction = () => titled('Questions', 'What buyers asked, and what was reported.')
