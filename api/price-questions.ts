import type { Api } from './api.ts'

/**
 * The viewer's orders in a buy, or one of them, whose shop asked for a higher price; without both, those to answer.
 */
export async function listPriceQuestions(api: Api, about: { buyId?: string; orderId?: string } = {}) {
  const { data } = await api.tables
    .rpc(
      'own_price_questions',
      { ...(about.buyId && { buy: about.buyId }), ...(about.orderId && { of_order: about.orderId }) },
      { get: true },
    )
    .throwOnError()
  return data
}

export type PriceQuestionRow = Awaited<ReturnType<typeof listPriceQuestions>>[number]
