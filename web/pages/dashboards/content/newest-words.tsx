import { Link } from 'react-router'
import { count, longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { News } from './news-queries.ts'

/** The oldest questions without an answer and the newest ratings, in the words of their buyers. */
export function NewestWords({ news: { questions, questionCount, reviews, reviewCount } }: { news: News }) {
  return (
    <section aria-labelledby="words" className="min-w-0">
      <SectionHeading id="words">Buyers’ words</SectionHeading>
      <h3 className="text-18">
        Questions without an answer <span className="font-normal text-soft tabular-nums">{count(questionCount)}</span>
      </h3>
      {questions.length === 0 && <p className="text-soft">Every question has its answer.</p>}
      <ul className="mb-4 divide-y divide-grain">
        {questions.map(({ id, question, asked_at: at, product }) => (
          <li key={id} className="py-2">
            <p className="break-words">{question}</p>
            <p className="text-14 text-soft">
              {product?.name ?? 'A product that is not on sale'}, asked {longDay(at)}
            </p>
            {product && <InShop to={`/products/${product.id}#questions`} name={`the question about ${product.name}`} />}
          </li>
        ))}
      </ul>
      <h3 className="text-18">
        New ratings <span className="font-normal text-soft tabular-nums">{count(reviewCount)}</span>
      </h3>
      {reviews.length === 0 && <p className="text-soft">No new rating in 7 days.</p>}
      <ul className="divide-y divide-grain">
        {reviews.map(({ id, rating, comment, created_at: at, vendor }) => (
          <li key={id} className="py-2">
            <p className="break-words">
              <span className="font-semibold">{rating} of 5</span>
              {comment && `: ${comment}`}
            </p>
            <p className="text-14 text-soft">
              {vendor?.business_name ?? 'A shop that is not open'}, {longDay(at)}
            </p>
            {vendor && <InShop to={`/shop/${vendor.id}`} name={`the ratings of ${vendor.business_name}`} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function InShop({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-14 text-link">
      See it in the shop <span className="sr-only">: {name}</span>
    </Link>
  )
}
