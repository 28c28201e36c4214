import { Link } from 'react-router'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { AskedQuestion } from './question-queries.ts'

interface QuestionsProps {
  productId: string
  questions: readonly AskedQuestion[]
  /** How many there are in all. */
  count: number
  /** The text shown instead of them. */
  error: string | null
  /** The group buy on whose page they stand, to come back to. */
  buyId?: string
  /** Whether the product can be asked about now. */
  open?: boolean
}

/** What people asked about a product, and what its vendor answered. Links alone: it needs no scripts. */
export function Questions({ productId, questions, count, error, buyId, open = true }: QuestionsProps) {
  const ask = `/products/${productId}/ask${buyId ? `?buy=${buyId}` : ''}`
  return (
    <section aria-labelledby="questions">
      <SectionHeading
        id="questions"
        action={
          open && (
            <LinkButton to={ask} tone="plain" size="small" rel="nofollow">
              Ask a question
            </LinkButton>
          )
        }
      >
        {count > 0 ? `Questions (${count})` : 'Questions'}
      </SectionHeading>
      {error && <p role="alert">The questions could not be read now. Please reload the page.</p>}
      {!error && questions.length === 0 && (
        <p className="text-soft">Nobody has asked yet. The vendor answers here, for everybody to read.</p>
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
          See all {count} questions
        </Link>
      )}
    </section>
  )
}

function Question({ productId, ...asked }: AskedQuestion & { productId: string }) {
  return (
    <li className="py-3">
      <p className="font-semibold break-words">{asked.question}</p>
      {asked.answer && (
        <p className="mt-1 border-l-4 border-grain pl-3 break-words whitespace-pre-line">{asked.answer}</p>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-14 text-soft">
        <span>
          {asked.asker_name}, {longDay(asked.asked_at)}
          {asked.answer ? '' : '. Not answered yet.'}
        </span>
        <Link
          to={`/products/${productId}/questions/${asked.id}`}
          rel="nofollow"
          aria-label={`Report: ${asked.question}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Report
        </Link>
      </p>
    </li>
  )
}
