import { COMPANY, colleague, verifiedBusiness } from '#server/testing/business.ts'
import { repeatedBuy, standingOrder } from '#server/testing/goods/cycles.ts'
import type { TestMarket } from '#server/testing/market.ts'
import {
  contributionOf,
  formingCircle,
  MONTHLY_KOBO,
  openAjo,
  runningCircle,
} from '#server/testing/money/ajo-circle.ts'
import { type ActOf, audits, count, joined, movesTo } from './act.ts'

async function invited(market: TestMarket) {
  const { businessId, owner } = await verifiedBusiness(market)
  const person = await market.person()
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [person])
  const { body } = await market.call('invite-colleague', { contact: email }, { as: owner })
  return { businessId, owner, person, memberId: String(body.member_id) }
}

async function requested(market: TestMarket) {
  const { vendorId } = await market.shop()
  const productId = await market.product(vendorId, { max_quantity: 3 })
  const { buyId } = await market.buy({ vendor_id: vendorId, product_id: productId, max_quantity: 3 })
  const { owner } = await market.row<{ owner: string }>(
    'select v.owner_id as owner from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = $1',
    [buyId],
  )
  return { buyId, owner, buyer: await market.person(), body: { group_buy_id: buyId, quantity: 5, note: '' } }
}

async function offered(market: TestMarket) {
  const { buyer, orderId } = await joined(market)
  const receiver = await market.person()
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [receiver])
  const body = { order_id: orderId, to: email, note: '' }
  return { buyer, orderId, receiver, body }
}

async function given(market: TestMarket) {
  const share = await offered(market)
  const { gift_id: giftId } = (await market.call('give-share', share.body, { as: share.buyer })).body
  return { buyer: share.buyer, orderId: share.orderId, receiver: share.receiver, giftId: String(giftId) }
}

const giftsThatAre = (market: TestMarket, giftId: string, status: string) =>
  count(market, 'public.share_gifts where id = $1 and status = $2', [giftId, status])

export const actsOfBusinesses = {
  async 'save-business'(market: TestMarket) {
    const body = { ...COMPANY, tin: '3000000001' }
    return {
      as: await market.person(),
      body,
      other: { ...body, name: 'Papa Put Kitchen' },
      effects: () => count(market, 'public.businesses where tin = $1', [body.tin]),
    }
  },
  async 'decide-business'(market: TestMarket) {
    const { businessId, manager } = await verifiedBusiness(market)
    const { at } = await market.row<{ at: string }>(
      `select to_jsonb(requested_at) #>> '{}' as at from public.businesses where id = $1`,
      [businessId],
    )
    const body = { business_id: businessId, decision: 'withdraw', note: 'It has closed', requested_at: at }
    return {
      as: manager,
      body,
      other: { ...body, decision: 'verify' },
      effects: async () => (await audits(market, businessId)) - 1,
    }
  },
  async 'order-for-business'(market: TestMarket) {
    const { owner } = await verifiedBusiness(market)
    return {
      as: owner,
      body: { on: false },
      other: { on: true },
      effects: () => count(market, 'public.business_members where person_id = $1 and not orders_for_business', [owner]),
    }
  },
  async 'invite-colleague'(market: TestMarket) {
    const { businessId, owner } = await verifiedBusiness(market)
    return {
      as: owner,
      body: { contact: 'cook@market.test' },
      other: { contact: 'waiter@market.test' },
      effects: () => count(market, `public.business_members where business_id = $1 and role = 'buyer'`, [businessId]),
    }
  },
  async 'join-business'(market: TestMarket) {
    const { person, memberId } = await invited(market)
    return {
      as: person,
      body: { member_id: memberId },
      other: { member_id: crypto.randomUUID() },
      effects: () => count(market, 'public.business_members where person_id = $1', [person]),
    }
  },
  async 'leave-business'(market: TestMarket) {
    const { owner } = await verifiedBusiness(market)
    const { memberId } = await colleague(market, owner)
    return {
      as: owner,
      body: { member_id: memberId },
      other: { member_id: crypto.randomUUID() },
      effects: () => count(market, 'public.business_members where id = $1 and ended_at is not null', [memberId]),
    }
  },
  async 'pass-business'(market: TestMarket) {
    const { owner, businessId } = await verifiedBusiness(market)
    const { memberId } = await colleague(market, owner)
    return {
      as: owner,
      body: { member_id: memberId },
      other: { member_id: crypto.randomUUID() },
      effects: () =>
        count(market, `public.business_members where business_id = $1 and role = 'owner' and ended_at is not null`, [
          businessId,
        ]),
    }
  },
  async 'request-quantity'(market: TestMarket) {
    const { buyId, buyer, body } = await requested(market)
    return {
      as: buyer,
      body,
      other: { ...body, quantity: 6 },
      effects: () => count(market, 'public.quantity_requests where group_buy_id = $1', [buyId]),
    }
  },
  async 'withdraw-quantity-request'(market: TestMarket) {
    const { buyId, buyer, body } = await requested(market)
    await market.call('request-quantity', body, { as: buyer })
    return {
      as: buyer,
      body: { group_buy_id: buyId },
      other: { group_buy_id: crypto.randomUUID() },
      effects: () =>
        count(market, `public.quantity_requests where group_buy_id = $1 and status = 'withdrawn'`, [buyId]),
    }
  },
  async 'answer-quantity-request'(market: TestMarket) {
    const { buyId, buyer, owner, body } = await requested(market)
    const { quantity_request_id: id } = (await market.call('request-quantity', body, { as: buyer })).body
    const given = { quantity_request_id: id, quantity: 5, answer: 'grant', reason: '' }
    return {
      as: owner,
      body: given,
      other: { ...given, answer: 'decline', reason: 'Too few bags' },
      effects: () => count(market, `public.quantity_requests where group_buy_id = $1 and status = 'granted'`, [buyId]),
    }
  },
  async 'repeat-group-buy'(market: TestMarket) {
    const { buyId, ownerId, productId } = await market.buy()
    return {
      as: ownerId,
      body: { group_buy_id: buyId, period: 'week' },
      other: { group_buy_id: buyId, period: 'month' },
      effects: () => count(market, 'public.buy_cycles where product_id = $1', [productId]),
    }
  },
  async 'change-cycle'(market: TestMarket) {
    const { ownerId, cycleId, shareDate } = await repeatedBuy(market)
    const body = { cycle_id: cycleId, change: 'pause', share_date: shareDate }
    return { as: ownerId, body, other: { ...body, change: 'end' }, effects: () => movesTo(market, cycleId, 'paused') }
  },
  async 'save-standing-order'(market: TestMarket) {
    const { cycleId } = await repeatedBuy(market)
    const buyer = await market.person()
    const body = { cycle_id: cycleId, quantity: 2, most: '200000', mode: 'ask' }
    return {
      as: buyer,
      body,
      other: { ...body, quantity: 3 },
      effects: () => count(market, 'public.standing_orders where person_id = $1 and quantity = 2', [buyer]),
    }
  },
  async 'change-standing-order'(market: TestMarket) {
    const { cycleId } = await repeatedBuy(market)
    const { buyer, orderId } = await standingOrder(market, { cycleId })
    const body = { standing_order_id: orderId, change: 'pause' }
    return { as: buyer, body, other: { ...body, change: 'end' }, effects: () => movesTo(market, orderId, 'paused') }
  },
  async 'give-share'(market: TestMarket) {
    const { buyer, orderId, body } = await offered(market)
    return {
      as: buyer,
      body,
      other: { ...body, note: 'Enjoy it' },
      effects: () => count(market, 'public.share_gifts where order_id = $1', [orderId]),
    }
  },
  async 'withdraw-share'(market: TestMarket) {
    const { buyer, giftId } = await given(market)
    return {
      as: buyer,
      body: { gift_id: giftId },
      other: { gift_id: crypto.randomUUID() },
      effects: () => giftsThatAre(market, giftId, 'withdrawn'),
    }
  },
  async 'accept-share'(market: TestMarket) {
    const { receiver, orderId, giftId } = await given(market)
    return {
      as: receiver,
      body: { gift_id: giftId },
      other: { gift_id: crypto.randomUUID() },
      effects: () => count(market, 'public.orders where takes_over_order_id = $1', [orderId]),
    }
  },
  async 'decline-share'(market: TestMarket) {
    const { receiver, giftId } = await given(market)
    return {
      as: receiver,
      body: { gift_id: giftId },
      other: { gift_id: crypto.randomUUID() },
      effects: () => giftsThatAre(market, giftId, 'declined'),
    }
  },
  async 'create-ajo-circle'(market: TestMarket) {
    await openAjo(market)
    const as = await market.person()
    const body = { name: 'Year-end basket', monthly: '20000', seats: 3, months: 2, due_day: 12 }
    return {
      as,
      body,
      other: { ...body, seats: 4 },
      effects: () => count(market, 'public.ajo_circles where starter_id = $1', [as]),
    }
  },
  async 'join-ajo-circle'(market: TestMarket) {
    await openAjo(market)
    const { invitation } = await formingCircle(market, { taken: 1 })
    const as = await market.person()
    return {
      as,
      body: { invitation },
      other: { invitation: 'f'.repeat(32) },
      effects: () => count(market, 'public.ajo_members where person_id = $1', [as]),
    }
  },
  async 'start-ajo-circle'(market: TestMarket) {
    await openAjo(market)
    const { circleId, people } = await formingCircle(market)
    return {
      as: people[0] ?? '',
      body: { circle_id: circleId },
      other: { circle_id: crypto.randomUUID() },
      effects: () => count(market, 'public.ajo_months where circle_id = $1 and month = 1', [circleId]),
    }
  },
  async 'leave-ajo-circle'(market: TestMarket) {
    await openAjo(market)
    const { circleId, people } = await runningCircle(market)
    const body = { circle_id: circleId, expected_kobo: 0 }
    return {
      as: people[1] ?? '',
      body,
      other: { ...body, expected_kobo: 1 },
      effects: () => count(market, `public.ajo_members where circle_id = $1 and status = 'left'`, [circleId]),
    }
  },
  async 'vote-in-ajo-circle'(market: TestMarket) {
    await openAjo(market)
    const { circleId, people } = await runningCircle(market)
    const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
    return {
      as: people[0] ?? '',
      body: { circle_id: circleId, group_buy_id: buyId },
      other: { circle_id: circleId, group_buy_id: crypto.randomUUID() },
      effects: () => count(market, 'public.ajo_votes where circle_id = $1', [circleId]),
    }
  },
  async 'end-ajo-circle'(market: TestMarket) {
    await openAjo(market)
    const { circleId } = await runningCircle(market)
    const body = { circle_id: circleId, reason: 'On the order of a court' }
    return {
      as: await market.person({ role: 'chief' }),
      body,
      other: { ...body, reason: 'For another reason' },
      effects: () => count(market, `public.audit_log where action = 'ajo-circle.end' and subject_id = $1`, [circleId]),
    }
  },
  async 'pay-ajo-contribution'(market: TestMarket) {
    await openAjo(market)
    const circle = await runningCircle(market)
    const as = circle.people[0] ?? ''
    const contribution_id = await contributionOf(market, circle, as)
    const body = { contribution_id, expected_kobo: MONTHLY_KOBO }
    return {
      as,
      body,
      other: { ...body, expected_kobo: 1 },
      effects: () => count(market, 'public.ajo_payments where contribution_id = $1', [contribution_id]),
    }
  },
} satisfies Record<string, ActOf>
