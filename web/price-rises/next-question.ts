import { redirect } from 'react-router'
import { listPriceQuestions } from '#api/price-questions.ts'
import { priceQuestionPath } from '#domain/texts/paths.ts'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/next-question.ts'

/** Redirects from the desk to the question that ends first. */
export async function loader({ context }: Route.LoaderArgs) {
  const questions = await listPriceQuestions(context.get(apiContext))
  const [first] = questions.toSorted((a, b) => a.ends_at.localeCompare(b.ends_at))
  return redirect(first ? priceQuestionPath(first.order_id) : '/account/orders')
}
