import { describe, expect, it } from 'vitest'
import { decideLeave, freeLeavingUntil, isLocked, type LeavingOrder, leavesFreeOnlyAfterPaying } from './leaving.ts'

const at = (text: string) => new Date(text)
const buy = { endDate: at('2026-03-20T16:00:00Z'), paymentDueAt: at('2026-03-22T22:59:59Z'), extendedAt: null }
const order: LeavingOrder = {
  status: 'paid',
  paidAt: at('2026-03-12T10:00:00Z'),
  chargedGoodsKobo: 7_600_000n,
  chargedKobo: 7_790_000n,
  buy,
}
const free = {
  to: 'refunding',
  free: true,
  chargeKobo: 0n,
  mostChargeKobo: 0n,
  refundKobo: 7_790_000n,
  leastRefundKobo: 7_790_000n,
}
const leave = (now: string, changes: Partial<LeavingOrder> = {}) =>
  decideLeave({ ...order, ...changes }, { now: at(now) })

describe('leaving a paid order', () => {
  it('is free until 3 days before the window closes', () => {
    expect(freeLeavingUntil(buy.endDate)).toEqual(at('2026-03-17T16:00:00Z'))
    expect(leave('2026-03-17T15:59:59Z')).toEqual(free)
    expect(leave('2026-03-17T16:00:00Z')).toMatchObject({ free: false, chargeKobo: 760_000n, refundKobo: 7_030_000n })
  })

  it('is free for an hour after paying, before the window closes', () => {
    expect(leave('2026-03-19T10:59:59Z', { paidAt: at('2026-03-19T10:00:00Z') })).toEqual(free)
    expect(leave('2026-03-19T11:00:00Z', { paidAt: at('2026-03-19T10:00:00Z') })).toMatchObject({ free: false })
    expect(leave('2026-03-20T16:00:00Z', { paidAt: at('2026-03-20T15:30:00Z') })).toMatchObject({ free: false })
  })

  it('is not free again in the top-up time for those who paid in the window', () => {
    const toppedUp = { ...buy, endDate: at('2026-03-21T16:00:00Z'), topUpAt: at('2026-03-20T16:00:00Z') }
    const paid = (paidAt: string) => leave('2026-03-20T16:10:00Z', { buy: toppedUp, paidAt: at(paidAt) })
    expect(paid('2026-03-20T15:59:00Z')).toMatchObject({ free: false })
    expect(paid('2026-03-20T16:01:00Z')).toEqual(free)
  })

  it('is free for 48 h after an extension', () =>
    expect(leave('2026-03-19T10:00:00Z', { buy: { ...buy, extendedAt: at('2026-03-18T10:00:00Z') } })).toEqual(free))

  it('is free if the terms changed or the place is taken over', () => {
    const late = at('2026-03-19T10:00:00Z')
    expect(decideLeave(order, { now: late, termsChanged: true })).toEqual(free)
    expect(decideLeave(order, { now: late, placeTakenOver: true })).toEqual(free)
  })

  it('costs at most what promises to others may take, and never more than the goods', () => {
    const late = (promisesKobo: bigint) => decideLeave(order, { now: at('2026-03-19T10:00:00Z'), promisesKobo })
    expect(late(100n)).toMatchObject({ chargeKobo: 760_000n, mostChargeKobo: 760_000n, leastRefundKobo: 7_030_000n })
    expect(late(1_000_000n)).toMatchObject({ mostChargeKobo: 1_000_000n, leastRefundKobo: 6_790_000n })
    expect(late(90_000_000n)).toMatchObject({ mostChargeKobo: 7_600_000n, leastRefundKobo: 190_000n })
  })

  it('is refused if it costs more than the leaver was told', () => {
    const told = (shownChargeKobo: bigint, now = '2026-03-19T10:00:00Z') =>
      decideLeave(order, { now: at(now), promisesKobo: 1_000_000n, shownChargeKobo })
    expect(told(0n)).toMatchObject({ code: 'leaving_costs_more' })
    expect(told(999_999n)).toMatchObject({ code: 'leaving_costs_more' })
    expect(told(1_000_000n)).toMatchObject({ to: 'refunding', mostChargeKobo: 1_000_000n })
    expect(told(0n, '2026-03-17T15:59:59Z')).toEqual(free)
  })

  it('ends with the final price, unless the terms change', () => {
    expect(leave('2026-03-12T10:30:00Z', { status: 'confirmed' })).toMatchObject({ code: 'leaving_closed' })
    const changed = { now: at('2026-03-12T10:30:00Z'), termsChanged: true }
    expect(decideLeave({ ...order, status: 'confirmed' }, changed)).toEqual(free)
  })

  it('ends at the due time', () => expect(leave('2026-03-22T22:59:59Z')).toMatchObject({ code: 'leaving_closed' }))
})

describe('leaving other orders', () => {
  it('cancels a pending one until the window closes', () => {
    expect(leave('2026-03-20T15:59:59Z', { status: 'pending', paidAt: null })).toMatchObject({
      to: 'cancelled',
      free: true,
    })
    expect(leave('2026-03-20T16:00:00Z', { status: 'pending', paidAt: null })).toMatchObject({ code: 'leaving_closed' })
  })
  it.each(['ready', 'collected', 'completed', 'expired', 'refunded'])('refuses when %s', (status) =>
    expect(leave('2026-03-12T11:00:00Z', { status })).toMatchObject({ code: 'leaving_closed' }),
  )
})

it('locks a paid order once free leaving ends', () => {
  expect(isLocked(order, at('2026-03-17T15:59:59Z'))).toBe(false)
  expect(isLocked(order, at('2026-03-17T16:00:00Z'))).toBe(true)
  expect(isLocked({ ...order, paidAt: null }, at('2026-03-19T16:00:00Z'))).toBe(false)
  expect(isLocked({ ...order, paidAt: at('2026-03-19T10:00:00Z') }, at('2026-03-19T10:30:00Z'))).toBe(false)
})

it('warns of windows under 4 days', () => {
  expect(leavesFreeOnlyAfterPaying({ startsAt: at('2026-03-17T16:00:01Z'), endDate: buy.endDate })).toBe(true)
  expect(leavesFreeOnlyAfterPaying({ startsAt: at('2026-03-16T16:00:00Z'), endDate: buy.endDate })).toBe(false)
})
