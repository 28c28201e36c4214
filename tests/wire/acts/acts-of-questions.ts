import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, audits, count } from './act.ts'

const QUESTION = { question: 'Is this the new harvest?' }

async function askQuestion(market: TestMarket) {
  const { vendorId, ownerId } = await market.shop()
  const product = await market.product(vendorId)
  const as = await market.person()
  const answer = await market.call('ask-question', { product_id: product, ...QUESTION }, { as })
  return { ownerId, product, asker: as, question: String(answer.body.question_id) }
}

export const actsOfQuestions = {
  async 'ask-question'(market: TestMarket) {
    const { vendorId } = await market.shop()
    const product_id = await market.product(vendorId)
    return {
      as: await market.person(),
      body: { product_id, ...QUESTION },
      other: { product_id, question: 'How heavy is one bag?' },
      effects: () => count(market, 'public.product_questions where product_id = $1', [product_id]),
    }
  },
  async 'answer-question'(market: TestMarket) {
    const { ownerId, question } = await askQuestion(market)
    return {
      as: ownerId,
      body: { question_id: question, answer: 'Yes, from October.' },
      other: { question_id: question, answer: 'No.' },
      effects: () =>
        count(market, `public.product_questions where id = $1 and answer = 'Yes, from October.'`, [question]),
    }
  },
  async 'report-question'(market: TestMarket) {
    const { question } = await askQuestion(market)
    return {
      as: await market.person(),
      body: { question_id: question, reason: 'It insults people.' },
      other: { question_id: question, reason: 'Something else.' },
      effects: () => count(market, 'public.product_questions where id = $1 and reported_at is not null', [question]),
    }
  },
  async 'judge-question'(market: TestMarket) {
    const { ownerId, question } = await askQuestion(market)
    await market.call('report-question', { question_id: question, reason: 'It insults people.' }, { as: ownerId })
    const body = { question_id: question, hide: true, reason: 'Insults a person.' }
    return {
      as: await market.person({ role: 'administrator' }),
      body,
      other: { ...body, hide: false },
      effects: () => audits(market, question),
    }
  },
} satisfies Record<string, ActOf>
