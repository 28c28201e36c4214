import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { ProductQuestion } from './question-queries.ts'

interface QuestionsProps {
  productId: string
  questions: readonly ProductQuestion[]
  /** Total number of questions. */
  count: number
  /** Message shown instead of the questions. */
  error: string | null
  /** Id of the group buy whose page they are on, to return to. */
  buyId?: string
  /** Whether a question can be asked about the product now. */
  open?: boolean
}

/** Questions about a product with the vendor's answers. Needs no scripts. */
export function Questions({ productId, questions, count, error, buyId, open = true }: QuestionsProps) {
  const { i18n } = useLingui()
  const ask = `/products/${productId}/ask${buyId ? `?buy=${buyId}` : ''}`
  return (
    <section aria-labelledby="questions">
      <SectionHeading
        id="questions"
        action={
          open && (
            <LinkButton to={ask} tone="plain" size="small" rel="nofollow">
              {i18n.t('Ask a question')}
            </LinkButton>
          )
        }
      >
        {count > 0 ? i18n.t('Questions ({count})', { count }) : i18n.t('Questions')}
      </SectionHeading>
      {error && (
        <p role="alert">
          {i18n.t('We could not read the questions just now.')} {i18n.t(LOAD_AGAIN)}
        </p>
      )}
      {!error && questions.length === 0 && (
        <p className="text-soft">
          {i18n.t('Nobody has asked yet. The vendor answers here, where everybody can read it.')}
        </p>
      )}
      {questions.length > 0 && (
        <ul className="max-w-measure divide-y divide-grain border-y border-grain">
          {questions.map((question) => (
            <Question key={question.id} productId={productId} {...question} />
          ))}
        </ul>
      )}
      {count > questions.length && (
        <Link
          to={`/products/${productId}?questions=all#questions`}
          className="mt-2 inline-flex min-h-11 items-center text-link"
        >
          {i18n.t('See all {count} questions', { count })}
        </Link>
      )}
    </section>
  )
}

function Question({ productId, ...requested }: ProductQuestion & { productId: string }) {
  const { i18n } = useLingui()
  const asker = { name: requested.asker_name, day: longDay(requested.asked_at) }
  return (
    <li className="py-3">
      <p className="font-semibold break-words">{requested.question}</p>
      {requested.answer && (
        <p className="mt-1 border-l-4 border-grain pl-3 break-words whitespace-pre-line">{requested.answer}</p>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-14 text-soft">
        <span>
          {requested.answer ? i18n.t('{name}, {day}', asker) : i18n.t('{name}, {day}. Not answered yet.', asker)}
        </span>
        <Link
          to={`/products/${productId}/questions/${requested.id}`}
          rel="nofollow"
          aria-label={i18n.t('Report: {question}', { question: requested.question })}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {i18n.t('Report')}
        </Link>
      </p>
    </li>
  )
}
