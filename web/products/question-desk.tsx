import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { ANSWER_EDIT_WINDOW_MS, MAX_ANSWER_LENGTH } from '#domain/products/questions.ts'
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
import type { Route } from './+types/question-desk.ts'
import { listQuestionsToModerate, type ModeratedQuestion } from './question-queries.ts'
import { questionBulk } from './staff/question-bulk.ts'

export async function loader(args: Route.LoaderArgs) {
  return { ...(await readModerationList(args, listQuestionsToModerate)), now: Date.now() }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const [question_id, words] = [form.field('question_id'), form.field('words')]
  switch (form.field('intent')) {
    case 'answer': {
      const done = await api.command('answer-question', { question_id, answer: words })
      return commandResult(form, done, 'Your answer is on the product’s page.')
    }
    case 'report': {
      const done = await api.command('report-question', { question_id, reason: words })
      return commandResult(form, done, 'Our staff will look at this question.')
    }
    default:
      return runVerdict(api, form, { list: questionBulk, url, id: question_id })
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A shop's questions with a form for answers; for staff, the reported questions. */
export default function QuestionDesk({
  loaderData: { isShop, query, today, list, now },
  actionData,
}: Route.ComponentProps) {
  const bulkForm = useId()
  const here = useLocation().pathname.replace(/\/$/, '')
  return (
    <ModerationDesk
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
      query={query}
      today={today}
      tabs={<ModerationTabs of="Questions" />}
      list={list}
      outcome={actionData}
      bulk={isShop ? null : { form: bulkForm, offer: bulkOffer(`${here}/bulk`, questionBulk, ['hide']) }}
    >
      {list.rows.map((question) => (
        <QuestionCard
          key={`${question.id} ${question.answer} ${question.judged_at}`}
          question={question}
          isShop={isShop}
          bulkForm={bulkForm}
          now={now}
          typed={(actionData?.values.question_id === question.id && actionData.values.words) || ''}
        />
      ))}
    </ModerationDesk>
  )
}

interface QuestionCardProps {
  question: ModeratedQuestion
  isShop: boolean
  bulkForm: string
  /** Time the list was read, in ms. */
  now: number
  /** The submitted text after a rejection. */
  typed: string
}

function QuestionCard({ question, isShop, bulkForm, now, typed }: QuestionCardProps) {
  const { id, answer, answered_at: at, reported_at, judged_at, hidden_at } = question
  const idField = { name: 'question_id', id }
  const isEditable = at !== null && !reported_at && now - Date.parse(at) < ANSWER_EDIT_WINDOW_MS
  return (
    <li className="grid gap-2 py-5">
      <p className="text-14 text-soft">
        <Link to={`/products/${question.product_id}#questions`} className="text-link">
          {question.product_name}
        </Link>
        , {isShop ? '' : `${question.business_name}, `}
        {question.asker_name}, {datedDay(question.asked_at)}
      </p>
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold break-words">{question.question}</p>
        {!isShop && !judged_at && <SelectRow form={bulkForm} id={id} name={question.question} />}
      </div>
      {answer && <p className="border-l-4 border-grain pl-3 break-words whitespace-pre-line">{answer}</p>}
      <Verdict of={question} />
      {isShop && !answer && !hidden_at && (
        <TextActionForm of={idField} label="Your answer" most={MAX_ANSWER_LENGTH} typed={typed} actions={ANSWER} />
      )}
      {isShop && isEditable && (
        <CollapsedForm label="Change the answer" open={typed !== ''}>
          <TextActionForm
            of={idField}
            label="Your answer"
            most={MAX_ANSWER_LENGTH}
            typed={typed || (answer ?? '')}
            actions={ANSWER}
          />
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

const ANSWER = [{ intent: 'answer', text: 'Send answer' }]

export const meta: Route.MetaFunction = () => pageMeta('Questions', 'What buyers asked, and what was reported.')
