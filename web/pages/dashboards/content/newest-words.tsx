import { Link } from 'react-router'
import { COUNTED_ROWS } from '#api/counted-rows.ts'
import type { ListPage } from '#web/list-page.ts'
import { count, longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { News } from './news-queries.ts'

/** The questions that wait longest for an answer and the newest ratings, in the words of their buyers. */
export function NewestWords({ news: { questions, reviews } }: { news: News }) {
  return (
    <section aria-labelledby="words" className="min-w-0">
      <SectionHeading id="words">Buyers’ words</SectionHeading>
      <h3 className="text-18">
        Unanswered for more than a day <Amount list={questions} />
      </h3>
      {questions.rows.length === 0 && <p className="text-soft">No question waits for more than a day.</p>}
      <ul className="divide-y divide-grain">
        {questions.rows.map(({ id, question, asked_at: at, product_id: product, product_name: name }) => (
          <li key={id} className="py-2">
            <p className="break-words">{question}</p>
            <p className="text-14 text-soft">
              {name}, asked {longDay(at)}
            </p>
            <InShop to={`/products/${product}#questions`} name={`the question about ${name}`} />
          </li>
        ))}
      </ul>
      <Whole list={questions} to="/content/questions/unanswered">
        All unanswered questions
      </Whole>
      <h3 className="mt-4 text-18">
        New ratings <Amount list={reviews} />
      </h3>
      {reviews.rows.length === 0 && <p className="text-soft">No new rating in 7 days.</p>}
      <ul className="divide-y divide-grain">
        {reviews.rows.map(({ id, rating, comment, created_at: at, vendor_id: vendor, business_name: shop }) => (
          <li key={id} className="py-2">
            <p className="break-words">
              <span className="font-semibold">{rating} of 5</span>
              {comment && `: ${comment}`}
            </p>
            <p className="text-14 text-soft">
              {shop}, {longDay(at)}
            </p>
            <InShop to={`/shop/${vendor}`} name={`the ratings of ${shop}`} />
          </li>
        ))}
      </ul>
      <Whole list={reviews} to="/content/reviews/new">
        All new ratings
      </Whole>
    </section>
  )
}

type ShownList = Pick<ListPage<unknown>, 'rows' | 'count' | 'hasMore'>

const Amount = ({ list: { count: all, hasMore } }: { list: ShownList }) => (
  <span className="font-normal text-soft tabular-nums">
    {hasMore ? `more than ${count(COUNTED_ROWS)}` : count(all)}
  </span>
)

interface WholeProps {
  list: ShownList
  to: string
  children: string
}

/** Says that a list is cut, and leads to all of its rows. */
function Whole({ list: { rows, count: all }, to, children }: WholeProps) {
  if (all <= rows.length) return null
  return (
    <p className="text-14 text-soft">
      The first {rows.length} are shown.{' '}
      <Link to={to} className="inline-flex min-h-11 items-center text-link">
        {children}
      </Link>
    </p>
  )
}

function InShop({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-14 text-link">
      See it in the shop <span className="sr-only">: {name}</span>
    </Link>
  )
}
