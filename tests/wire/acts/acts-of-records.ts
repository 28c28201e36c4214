import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count, paidCart } from './act.ts'

async function cast(market: TestMarket) {
  const { orderId } = await paidCart(market)
  return { orderId, coordinator: await market.person({ role: 'coordinator' }) }
}

const noteOf = (orderId: string) => ({
  record_kind: 'order',
  record_id: orderId,
  kind: 'note',
  text: 'Comes on Saturday',
  outcome: null,
  visited_on: null,
  next_call_on: null,
})

/** Commands about records of the back office. */
export const actsOfRecords = {
  async 'add-staff-note'(market: TestMarket) {
    const { coordinator, orderId } = await cast(market)
    const body = noteOf(orderId)
    return {
      as: coordinator,
      body,
      other: { ...body, text: 'Comes on Sunday' },
      effects: () => count(market, 'public.staff_notes where record_id = $1', [orderId]),
    }
  },
  async 'finish-next-call'(market: TestMarket) {
    const { coordinator, orderId } = await cast(market)
    const { today } = await market.row<{ today: string }>(
      `select (clock_timestamp() at time zone 'Africa/Lagos')::date::text as today`,
    )
    const call = { ...noteOf(orderId), kind: 'call', outcome: 'not_reached', next_call_on: today }
    const { body } = await market.call('add-staff-note', call, { as: coordinator })
    return {
      as: coordinator,
      body: { staff_note_id: body.staff_note_id },
      other: { staff_note_id: crypto.randomUUID() },
      effects: () => count(market, 'public.staff_notes where record_id = $1 and done_at is not null', [orderId]),
    }
  },
  async 'log-record-view'(market: TestMarket) {
    const { coordinator, orderId } = await cast(market)
    return {
      as: coordinator,
      body: { record_kind: 'order', record_id: orderId },
      other: { record_kind: 'order', record_id: crypto.randomUUID() },
      effects: () => count(market, 'public.record_views where record_id = $1', [orderId]),
    }
  },
} satisfies Record<string, ActOf>
