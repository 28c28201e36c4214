import { Link } from 'react-router'
import { ANSWER_CHANGES_MS, ANSWER_MOST } from '#domain/products/questions.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { Folded, JUDGE, JudgingDesk, REPORT, readJudging, Verdict, Words } from '#web/desk/judging.tsx'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { longDay } from '#web/ui/format.ts'
import type { Route } from './+types/question-desk.ts'
import { type JudgedQuestion, listQuestionsToJudge } from './question-queries.ts'

export async function loader(args: Route.LoaderArgs) {
  return { ...(await readJudging(args, listQuestionsToJudge)), now: Date.now() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const question_id = field('question_id')
  const told = (ok: boolean, text: string) => ({ ok, text, id: question_id, typed: ok ? '' : field('words') })
  if (field('intent') === 'answer') {
    const done = await api.command('answer-question', { question_id, answer: field('words') })
    return done.ok ? told(true, 'Your answer is on the product’s page.') : told(false, done.refusal.message)
  }
  if (field('intent') === 'report') {
    const done = await api.command('report-question', { question_id, reason: field('words') })
    return done.ok ? told(true, 'Our staff will look at this question.') : told(false, done.refusal.message)
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
  return (
    <JudgingDesk
      title="Questions"
      lead={
        isShop
          ? 'What buyers ask about your products. Your answer appears on the product’s page; you can change it for 24 hours.'
          : 'Reported questions. Hide abuse; keep honest questions.'
      }
      empty={
        isShop
          ? { title: 'No questions yet.', text: 'Buyers can ask on the page of each product.' }
          : { title: 'No question was reported.', text: 'Reported questions appear here.' }
      }
      page={page}
      list={list}
      outcome={actionData}
    >
      {list.rows.map((asked) => (
        <Asked
          key={`${asked.id} ${asked.answer} ${asked.judged_at}`}
          asked={asked}
          isShop={isShop}
          now={now}
          typed={actionData?.id === asked.id ? actionData.typed : ''}
        />
      ))}
    </JudgingDesk>
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
  const { id, answer, answered_at: at, reported_at, judged_at, hidden_at } = asked
  const of = { name: 'question_id', id }
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
      <Verdict of={asked} />
      {isShop && !answer && !hidden_at && (
        <Words of={of} label="Your answer" most={ANSWER_MOST} typed={typed} presses={ANSWER} />
      )}
      {isShop && mends && (
        <Folded label="Change the answer" open={typed !== ''}>
          <Words of={of} label="Your answer" most={ANSWER_MOST} typed={typed || (answer ?? '')} presses={ANSWER} />
        </Folded>
      )}
      {isShop && !reported_at && (
        <Folded label="Report abuse">
          <Words of={of} label="Why it is abuse" typed="" presses={REPORT} />
        </Folded>
      )}
      {!isShop && !judged_at && <Words of={of} label="Reason" typed={typed} presses={JUDGE} />}
    </li>
  )
}

const ANSWER = [{ intent: 'answer', text: 'Send answer' }]

export const meta: Route.MetaFunction = () => titled('Questions', 'What buyers asked, and what was reported.')
