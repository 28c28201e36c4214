import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count, joined } from './act.ts'

export const actsOfMessages = {
  async 'write-to-person'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    const as = await market.manager('Lagos')
    const body = { person_id: buyer, order_id: orderId, body: 'Your goods are ready.' }
    return {
      as,
      body,
      other: { ...body, body: 'Your goods are late.' },
      effects: () => count(market, 'public.messages where sender_id = $1', [as]),
    }
  },
  async 'write-to-support'(market: TestMarket) {
    const as = await market.person()
    const body = { topic: 'payment', body: 'I paid twice.' }
    return {
      as,
      body,
      other: { ...body, body: 'I paid three times.' },
      effects: () => count(market, 'public.messages where sender_id = $1', [as]),
    }
  },
  async 'answer-support-case'(market: TestMarket) {
    const { id, as } = await writtenToSupport(market)
    const body = { case_id: id, answer: 'We look into it.', answers_seen: 0, solves: false }
    return {
      as,
      body,
      other: { ...body, answer: 'It is done.' },
      effects: () => count(market, `public.support_entries where case_id = $1 and kind = 'answer'`, [id]),
    }
  },
  async 'assign-support-case'(market: TestMarket) {
    const { id, as } = await writtenToSupport(market)
    return {
      as,
      body: { case_id: id, to_id: as },
      other: { case_id: id, from_id: as },
      effects: () => count(market, 'public.support_entries where case_id = $1', [id]),
    }
  },
  async 'change-support-case'(market: TestMarket) {
    const { id, as } = await writtenToSupport(market)
    return {
      as,
      body: { case_id: id, note: 'She called on Monday.' },
      other: { case_id: id, note: 'He called on Monday.' },
      effects: () => count(market, 'public.support_entries where case_id = $1', [id]),
    }
  },
  async 'send-region-notice'(market: TestMarket) {
    await market.shop({ state: 'Ogun' })
    const as = await market.manager('Ogun')
    const { n } = await market.row<{ n: number }>(
      `select count(*)::integer as n from public.people_of_region('{Ogun}', 'shops', null)`,
    )
    const body = { states: ['Ogun'], audience: 'shops', title: 'The bridge', message: 'It is closed.', expected: n }
    return {
      as,
      body,
      other: { ...body, message: 'It is open.' },
      effects: () => count(market, 'public.region_broadcasts where author_id = $1', [as]),
    }
  },
  async 'decide-region-notice'(market: TestMarket) {
    await market.shop({ state: 'Ondo' })
    const as = await market.manager('Ondo')
    const { id } = await market.row<{ id: string }>(
      `insert into public.region_broadcasts (author_id, author_name, states, audience, title, body) values ($1, 'x', '{Ondo}', 'shops', 'x', 'x') returning id`,
      [as],
    )
    return {
      as,
      body: { broadcast_id: id, decision: 'withdraw' },
      other: { broadcast_id: id, decision: 'approve' },
      effects: () => count(market, `public.region_broadcasts where id = $1 and status = 'withdrawn'`, [id]),
    }
  },
  async 'report-message'(market: TestMarket) {
    const { as, messageId } = await writtenTo(market)
    const body = { message_id: messageId, reason: 'It is an insult.' }
    return {
      as,
      body,
      other: { ...body, reason: 'It is not true.' },
      effects: () => count(market, 'public.message_reports where message_id = $1', [messageId]),
    }
  },
  async 'decide-report'(market: TestMarket) {
    const { as, messageId } = await writtenTo(market)
    const { body } = await market.call('report-message', { message_id: messageId, reason: 'An insult' }, { as })
    return {
      as: await market.person({ role: 'chief' }),
      body: { report_id: body.report_id, decision: 'hidden', reason: 'It is an insult.' },
      other: { report_id: body.report_id, decision: 'nothing', reason: 'It is none.' },
      effects: () => count(market, `public.message_reports where id = $1 and decision = 'hidden'`, [body.report_id]),
    }
  },
  async 'message-group-buy'(market: TestMarket) {
    const { buyId, ownerId } = await joined(market)
    const body = { group_buy_id: buyId, audience: 'everybody', message: 'The lorry is on its way.' }
    return {
      as: ownerId,
      body,
      other: { ...body, message: 'The lorry is late.' },
      effects: () => count(market, 'public.buy_broadcasts where group_buy_id = $1', [buyId]),
    }
  },
  async 'extend-group-buy'(market: TestMarket) {
    const { buyId, ownerId } = await joined(market)
    const { end_date } = await market.row<{ end_date: Date }>('select end_date from public.group_buys where id = $1', [
      buyId,
    ])
    const body = { group_buy_id: buyId, days: 2, end_date: end_date.toISOString() }
    return {
      as: ownerId,
      body,
      other: { ...body, days: 1 },
      effects: () => count(market, 'public.buy_broadcasts where group_buy_id = $1', [buyId]),
    }
  },
} satisfies Record<string, ActOf>

async function writtenToSupport(market: TestMarket) {
  const person = await market.person()
  const { body } = await market.call('write-to-support', { topic: 'other', body: 'Good day.' }, { as: person })
  const { id } = await market.row<{ id: string }>('select id from public.support_cases where conversation_id = $1', [
    body.conversation_id,
  ])
  return { id, as: await market.person({ role: 'coordinator' }) }
}

async function writtenTo(market: TestMarket) {
  const { ownerId, buyer, orderId } = await joined(market)
  await market.call('start-conversation', { order_id: orderId, body: 'You are late.' }, { as: ownerId })
  const { id } = await market.row<{ id: string }>('select id from public.messages where sender_id = $1', [ownerId])
  return { as: buyer, messageId: id }
}
