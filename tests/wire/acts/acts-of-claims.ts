import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { offerInput } from '#server/testing/goods/claim-market.ts'
import { fileClaim, handOver, passDeadline, uploadEvidence } from '#server/testing/goods/handed-over.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { type ActOf, audits, count, movesTo } from './act.ts'

async function goodsHandedOver(market: TestMarket) {
  const made = await paidBuys(market).settled(5)
  const [first] = made.orders
  if (!first) throw new Error('Nobody has joined')
  return { ...made, goods: await handOver(market, first) }
}

async function claimed(market: TestMarket) {
  const made = await goodsHandedOver(market)
  const { answer: response } = await fileClaim(market, made.goods)
  return { ...made, claimId: String(response.body.claim_id) }
}

async function offered(market: TestMarket) {
  const made = await claimed(market)
  await market.call('offer-settlement', offerInput(made.claimId), { as: made.ownerId })
  return made
}

async function contested(market: TestMarket) {
  const made = await claimed(market)
  const body = { claim_id: made.claimId, answer: 'contest', text: 'The bag was dry when it left us.', evidence: [] }
  await market.call('answer-claim', body, { as: made.ownerId })
  return made
}

async function decided(market: TestMarket) {
  const made = await contested(market)
  await passDeadline(market, made.claimId, 'propose_by')
  const coordinator = await market.person({ role: 'coordinator' })
  await market.call('decide-claim', judgement(made.claimId), { as: coordinator })
  return { ...made, coordinator }
}

async function rated(market: TestMarket) {
  const made = await goodsHandedOver(market)
  const body = { order_id: made.goods.orderId, rating: 1, comment: 'They are thieves.' }
  const answer = await market.call('rate-order', body, { as: made.goods.buyer })
  return { ...made, review: String(answer.body.review_id) }
}

const judgement = (claim_id: string) => ({
  claim_id,
  outcome: 'refund',
  goods_kobo: 1000,
  payer: 'vendor',
  reason: 'The pictures show it.',
})

export const actsOfClaims = {
  async 'open-claim'(market: TestMarket) {
    const { goods } = await goodsHandedOver(market)
    const { buyer, orderId, lineId, handOverId } = goods
    const body = {
      order_id: orderId,
      hand_over_id: handOverId,
      reason: 'spoiled',
      preferred_outcome: 'refund',
      requested_kobo: null,
      lines: [{ line_id: lineId, quantity: 1 }],
      text: 'Half of the bag is wet and smells.',
      evidence: [await uploadEvidence(market, buyer)],
    }
    return {
      as: buyer,
      body,
      other: { ...body, preferred_outcome: 'replacement' },
      effects: () => count(market, 'public.claim_evidence where path = any ($1)', [body.evidence]),
    }
  },
  async 'answer-claim'(market: TestMarket) {
    const { ownerId, claimId } = await claimed(market)
    const body = { claim_id: claimId, answer: 'accept', text: '', evidence: [] }
    return {
      as: ownerId,
      body,
      other: { ...body, answer: 'contest', text: 'It was dry when it left.' },
      effects: () => movesTo(market, claimId, 'upheld'),
    }
  },
  async 'offer-settlement'(market: TestMarket) {
    const { ownerId, claimId } = await claimed(market)
    const body = offerInput(claimId)
    return {
      as: ownerId,
      body,
      other: { ...body, goods_kobo: 1 },
      effects: () => movesTo(market, claimId, 'offered'),
    }
  },
  async 'withdraw-offer'(market: TestMarket) {
    const { ownerId, claimId } = await offered(market)
    return {
      as: ownerId,
      body: { claim_id: claimId },
      other: { claim_id: crypto.randomUUID() },
      effects: async () => (await movesTo(market, claimId, 'open')) - 1,
    }
  },
  async 'answer-offer'(market: TestMarket) {
    const { goods, claimId } = await offered(market)
    const body = { claim_id: claimId, answer: 'accept', outcome: 'refund', goods_kobo: 30_000, text: '' }
    return {
      as: goods.buyer,
      body,
      other: { ...body, answer: 'decline' },
      effects: () => movesTo(market, claimId, 'upheld'),
    }
  },
  async 'preview-claim-refund'(market: TestMarket) {
    const { ownerId, claimId } = await claimed(market)
    const body = { claim_id: claimId, goods_kobo: null }
    return {
      as: ownerId,
      body,
      other: { ...body, goods_kobo: 1 },
      // Writes nothing but its stored response.
      effects: () =>
        count(market, `public.idempotency_keys where actor = $1 and route = 'preview-claim-refund'`, [ownerId]),
    }
  },
  async 'confirm-replacement'(market: TestMarket) {
    const { goods, claimId } = await claimed(market)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.claims set status = 'upheld', outcome = 'replacement', payer = 'vendor', replace_by = now() + interval '5 days'
       where id = '${claimId}'`),
    )
    const effects = () => count(market, 'public.claims where id = $1 and replaced_at is not null', [claimId])
    return { as: goods.buyer, body: { claim_id: claimId }, other: { claim_id: crypto.randomUUID() }, effects }
  },
  async 'withdraw-claim'(market: TestMarket) {
    const { goods, claimId } = await claimed(market)
    const body = { claim_id: claimId, text: 'We have settled it.' }
    return {
      as: goods.buyer,
      body,
      other: { ...body, text: '' },
      effects: () => movesTo(market, claimId, 'withdrawn'),
    }
  },
  async 'propose-decision'(market: TestMarket) {
    const { claimId } = await contested(market)
    const manager = await market.person({ role: 'manager' })
    await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Lagos')`, [
      manager,
    ])
    const body = judgement(claimId)
    return { as: manager, body, other: { ...body, goods_kobo: 1 }, effects: () => audits(market, claimId) }
  },
  async 'decide-claim'(market: TestMarket) {
    const { claimId } = await contested(market)
    await passDeadline(market, claimId, 'propose_by')
    const body = judgement(claimId)
    return {
      as: await market.person({ role: 'coordinator' }),
      body,
      other: { ...body, goods_kobo: 1 },
      effects: () => audits(market, claimId),
    }
  },
  async 'appeal-claim'(market: TestMarket) {
    const { ownerId, claimId } = await decided(market)
    const body = { claim_id: claimId, text: 'It was dry when it left us.' }
    return {
      as: ownerId,
      body,
      other: { ...body, text: 'Please look once more.' },
      effects: () => movesTo(market, claimId, 'appealed'),
    }
  },
  async 'decide-appeal'(market: TestMarket) {
    const { ownerId, claimId } = await decided(market)
    await market.call('appeal-claim', { claim_id: claimId, text: 'It was dry when it left us.' }, { as: ownerId })
    const body = judgement(claimId)
    return {
      as: await market.person({ role: 'chief' }),
      body,
      other: { ...body, goods_kobo: 1 },
      effects: () => movesTo(market, claimId, 'upheld_final'),
    }
  },
  async 'rate-order'(market: TestMarket) {
    const { goods } = await goodsHandedOver(market)
    const body = { order_id: goods.orderId, rating: 4, comment: 'Clean and complete.' }
    return {
      as: goods.buyer,
      body,
      other: { ...body, rating: 1 },
      effects: () => count(market, 'public.reviews where order_id = $1', [goods.orderId]),
    }
  },
  async 'reply-to-review'(market: TestMarket) {
    const { ownerId, review } = await rated(market)
    return {
      as: ownerId,
      body: { review_id: review, reply: 'Thank you.' },
      other: { review_id: review, reply: 'No.' },
      effects: () => count(market, `public.reviews where id = $1 and reply = 'Thank you.'`, [review]),
    }
  },
  async 'report-review'(market: TestMarket) {
    const { review } = await rated(market)
    return {
      as: await market.person(),
      body: { review_id: review, reason: 'It insults people.' },
      other: { review_id: review, reason: 'Something else.' },
      effects: () => count(market, 'public.reviews where id = $1 and reported_at is not null', [review]),
    }
  },
  async 'judge-review'(market: TestMarket) {
    const { ownerId, review } = await rated(market)
    await market.call('report-review', { review_id: review, reason: 'It insults people.' }, { as: ownerId })
    const body = { review_id: review, hide: true, reason: 'Insults a person.' }
    return {
      as: await market.person({ role: 'administrator' }),
      body,
      other: { ...body, hide: false },
      effects: () => audits(market, review),
    }
  },
} satisfies Record<string, ActOf>
