import { fileClaim, handOver } from '#server/testing/goods/handed-over.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { type ActOf, audits, count } from './act.ts'

/** Three of five buyers have claimed, and their vendor has contested it all. */
async function opened(market: TestMarket) {
  const made = await paidBuys(market).settled(5)
  for (const order of made.orders.slice(0, 3)) {
    const { answer } = await fileClaim(market, await handOver(market, order))
    const body = {
      claim_id: answer.body.claim_id,
      answer: 'contest',
      text: 'It was dry when it left us.',
      evidence: [],
    }
    await market.call('answer-claim', body, { as: made.ownerId })
  }
  const { id } = await market.row<{ id: string }>('select id from public.lot_incidents where group_buy_id = $1', [
    made.buyId,
  ])
  return { ...made, lotId: id }
}

async function decided(market: TestMarket) {
  const made = await opened(market)
  await market.call('decide-lot', judgement(made.lotId), { as: await market.person({ role: 'coordinator' }) })
  return made
}

/** The claim that opened a lot has the same id. */
const lotMovesTo = (market: TestMarket, id: string, status: string) =>
  count(market, `public.status_changes where subject = 'lot' and subject_id = $1 and to_status = $2`, [id, status])

const judgement = (lot_id: string) => ({
  lot_id,
  outcome: 'refund',
  share_percent: 50,
  payer: 'vendor',
  reason: 'The pictures show it.',
})

export const actsOfLots = {
  async 'decide-lot'(market: TestMarket) {
    const { lotId } = await opened(market)
    const body = judgement(lotId)
    const as = await market.person({ role: 'coordinator' })
    return { as, body, other: { ...body, share_percent: 1 }, effects: () => audits(market, lotId) }
  },
  async 'appeal-lot'(market: TestMarket) {
    const { lotId, ownerId } = await decided(market)
    const body = { lot_id: lotId, text: 'It was dry when it left us.' }
    const other = { ...body, text: 'Please look once more.' }
    return { as: ownerId, body, other, effects: () => lotMovesTo(market, lotId, 'appealed') }
  },
  async 'decide-lot-appeal'(market: TestMarket) {
    const { lotId, ownerId } = await decided(market)
    await market.call('appeal-lot', { lot_id: lotId, text: 'It was dry when it left us.' }, { as: ownerId })
    const body = judgement(lotId)
    const as = await market.person({ role: 'chief' })
    return { as, body, other: { ...body, share_percent: 1 }, effects: () => lotMovesTo(market, lotId, 'final') }
  },
} satisfies Record<string, ActOf>
