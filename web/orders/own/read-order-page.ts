import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { listPriceQuestions } from '#api/price-questions.ts'
import { listOrderReturns } from '#web/returns/queries.ts'
import { addReturns } from '#web/returns/returned-money.ts'
import { readHandOverCode, type readOwnOrder } from '../queries.ts'
import { withClaimReasons } from './claim-reasons.ts'
import { readUnconfirmed } from './confirm-receipt.tsx'
import { readOrderClaims } from './order-claims.tsx'
import { listOrderGifts } from './order-gifts.ts'
import { orderPartsHtml } from './order-parts.server.tsx'
import { readFoundWeights } from './read-found-weights.ts'

type FoundOrder = Awaited<ReturnType<typeof readOwnOrder>>

interface OrderPageFacts {
  now: string
  i18n: I18n
  savesData: boolean
}

/** An order with everything that its buyer's page says about it. */
export async function readOrderPage(api: Api, found: FoundOrder, { now, ...viewer }: OrderPageFacts) {
  const { order } = found
  const [code, claims, unconfirmed, returns, gifts, questions, weights] = await Promise.all([
    order?.status === 'ready' ? readHandOverCode(api, order.id) : null,
    order ? readOrderClaims(api, order.id, now) : { until: null, claims: [] },
    order ? readUnconfirmed(api, order.id) : [],
    order ? listOrderReturns(api, order.id) : [],
    order?.kind === 'group' ? listOrderGifts(api, order.id) : [],
    order?.kind === 'group' ? listPriceQuestions(api, { orderId: order.id }) : [],
    order ? readFoundWeights(api, order) : [],
  ])
  const [question = null] = questions
  const parts = withClaimReasons(found.parts, claims.claims)
  return {
    ...found,
    parts,
    code,
    canClaim: claims.until !== null,
    unconfirmed,
    returned: addReturns(returns),
    gifts,
    question,
    html: order ? orderPartsHtml({ orderId: order.id, weights, refunds: found.refunds, claims }, viewer) : '',
  }
}
