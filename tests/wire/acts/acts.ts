import type { CommandName } from '#api/commands.ts'
import { photographBuy } from '#server/testing/photograph-buy.ts'
import { type ActOf, audits, count, fullBuy, fullCart, joined, movesTo } from './act.ts'
import { actsOfAccounts } from './acts-of-accounts.ts'
import { actsOfAmounts } from './acts-of-amounts.ts'
import { actsOfBusinesses } from './acts-of-businesses.ts'
import { actsOfClaims } from './acts-of-claims.ts'
import { actsOfDeliveryRuns } from './acts-of-delivery-runs.ts'
import { actsOfHandOvers } from './acts-of-hand-overs.ts'
import { actsOfLots } from './acts-of-lots.ts'
import { actsOfMails } from './acts-of-mails.ts'
import { actsOfMessages } from './acts-of-messages.ts'
import { actsOfMoney } from './acts-of-money.ts'
import { actsOfNotices } from './acts-of-notices.ts'
import { actsOfPacking } from './acts-of-packing.ts'
import { actsOfPlaces } from './acts-of-places.ts'
import { actsOfProducts } from './acts-of-products.ts'
import { actsOfQuestions } from './acts-of-questions.ts'
import { actsOfRecords } from './acts-of-records.ts'
import { actsOfUncollected } from './acts-of-uncollected.ts'
import { actsOfVendors } from './acts-of-vendors.ts'

/** In the order in which tests run them. A new command has to be described here, or this file does not compile. */
export const acts: Record<CommandName, ActOf> = {
  ...actsOfMoney,
  ...actsOfAccounts,
  ...actsOfMails,
  ...actsOfMessages,
  ...actsOfAmounts,
  ...actsOfHandOvers,
  ...actsOfProducts,
  ...actsOfQuestions,
  ...actsOfUncollected,
  ...actsOfRecords,
  ...actsOfVendors,
  ...actsOfBusinesses,
  ...actsOfClaims,
  ...actsOfLots,
  ...actsOfNotices,
  async 'join-group-buy'(market) {
    const { buyId } = await market.buy()
    const buyer = await market.person()
    return {
      as: buyer,
      body: { group_buy_id: buyId, quantity: 2 },
      other: { group_buy_id: buyId, quantity: 3 },
      // A second join would have grown the order.
      effects: () => count(market, 'public.orders where group_buy_id = $1 and quantity = 2', [buyId]),
    }
  },
  async 'leave-group-buy'(market) {
    const { buyer, orderId } = await joined(market)
    return {
      as: buyer,
      body: { order_id: orderId },
      other: { order_id: crypto.randomUUID() },
      effects: () => movesTo(market, orderId, 'cancelled'),
    }
  },
  async 'join-waiting-list'(market) {
    const { buyId, waiter } = await fullBuy(market)
    return {
      as: waiter,
      body: { group_buy_id: buyId, quantity: 1 },
      other: { group_buy_id: buyId, quantity: 2 },
      effects: () => count(market, 'public.buy_waits where group_buy_id = $1 and quantity = 1', [buyId]),
    }
  },
  async 'leave-waiting-list'(market) {
    const { buyId, waiter } = await fullBuy(market)
    await market.call('join-waiting-list', { group_buy_id: buyId, quantity: 1 }, { as: waiter })
    return {
      as: waiter,
      body: { group_buy_id: buyId },
      other: { group_buy_id: crypto.randomUUID() },
      effects: () => count(market, `public.buy_waits where group_buy_id = $1 and status = 'left'`, [buyId]),
    }
  },
  async 'judge-buy-picture'(market) {
    const { buyId, ownerId } = await market.buy()
    const picture = await photographBuy(market, { buyId, ownerId })
    const body = { group_buy_id: buyId, picture_id: picture, hide: true, reason: 'It shows other goods.' }
    return {
      as: await market.person({ role: 'administrator' }),
      body,
      other: { ...body, hide: false },
      effects: () => audits(market, picture),
    }
  },
  async 'order-cart'(market) {
    const { buyer, productId, body } = await fullCart(market)
    return {
      as: buyer,
      body,
      other: { ...body, expected_kobo: 1 },
      effects: () => count(market, 'public.order_lines where product_id = $1', [productId]),
    }
  },
  async 'save-cart'(market) {
    const { buyer, productId } = await fullCart(market)
    const change = { product_id: productId, how: 'add', quantity: 2, seen_kobo: 8_000_000, age_ms: 0 }
    return {
      as: buyer,
      body: { changes: [change] },
      other: { changes: [{ ...change, quantity: 3 }] },
      // A second one would have added two more.
      effects: () => count(market, 'public.cart_items where profile_id = $1 and quantity = 2', [buyer]),
    }
  },
  async 'cancel-order'(market) {
    const { buyer, body } = await fullCart(market)
    const placed = await market.call('order-cart', body, { as: buyer })
    const id = String(placed.body.orders[0].id)
    return {
      as: buyer,
      body: { order_id: id, return_to: null },
      other: { order_id: crypto.randomUUID(), return_to: null },
      effects: () => movesTo(market, id, 'cancelled'),
    }
  },
  async 'reduce-order'(market) {
    const { buyId, buyer, orderId } = await joined(market)
    const { updated_at } = await market.row<{ updated_at: string }>(
      `select to_jsonb(updated_at) #>> '{}' as updated_at from public.orders where id = $1`,
      [orderId],
    )
    const body = { order_id: orderId, product_id: null, quantity: 1, updated_at }
    return {
      as: buyer,
      body,
      other: { ...body, quantity: 2 },
      effects: () => count(market, 'public.group_buys where id = $1 and current_quantity = 1', [buyId]),
    }
  },
  async 'cancel-group-buy'(market) {
    const { buyId, ownerId } = await market.buy()
    return {
      as: ownerId,
      body: { group_buy_id: buyId, reason: 'The harvest failed' },
      other: { group_buy_id: buyId, reason: 'Changed my mind' },
      effects: () => movesTo(market, buyId, 'cancelled'),
    }
  },
  async 'sign-up-vendor'(market) {
    const person = await market.person()
    const body = {
      business_name: 'Iya Basira Foods',
      description: 'Rice, beans and yam from the farms around Ibadan.',
      location: 'Ibadan',
      state: 'Oyo',
      phone: '+2348031234567',
      address: '12 Bodija Market Road, Ibadan',
    }
    return {
      as: person,
      body,
      other: { ...body, business_name: 'Another name' },
      effects: () => count(market, 'public.vendors where owner_id = $1', [person]),
    }
  },
  async 'confirm-stockpile'(market) {
    const [{ vendorId }, chief] = [await market.shop(), await market.person({ role: 'chief' })]
    const product = await market.product(vendorId, { stockpile_allowed: true })
    return {
      as: chief,
      body: { product_id: product, confirmed: true },
      other: { product_id: product, confirmed: false },
      effects: () => audits(market, product),
    }
  },
  async 'decide-vendor'(market) {
    const [{ vendorId }, chief] = [await market.shop({ status: 'pending' }), await market.person({ role: 'chief' })]
    return {
      as: chief,
      body: { vendor_id: vendorId, decision: 'approve' },
      other: { vendor_id: vendorId, decision: 'reject', note: 'No' },
      effects: () => audits(market, vendorId),
    }
  },
  async 'assign-region'(market) {
    const [chief, manager] = [await market.person({ role: 'chief' }), await market.person({ role: 'manager' })]
    return {
      as: chief,
      body: { manager_id: manager, states: ['Lagos', 'Oyo'] },
      other: { manager_id: manager, states: ['Kano'] },
      effects: () => audits(market, manager),
    }
  },
  async 'find-people-by-contact'(market) {
    const [chief, person] = [await market.person({ role: 'chief' }), await market.person()]
    const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [person])
    return {
      as: chief,
      body: { contact: email },
      other: {},
      // Each search is a separate row.
      effects: () =>
        count(market, `(select from public.audit_log where action = 'person.find' and subject_id = $1 limit 1) l`, [
          person,
        ]),
    }
  },
  async 'send-contact-message'(market) {
    const email = `${crypto.randomUUID()}@market.test`
    const body = {
      name: 'Ada',
      email,
      subject: 'A question about rice',
      message: 'Do you deliver to Badagry on Sundays?',
    }
    return {
      body,
      other: { ...body, subject: 'Another question' },
      effects: () => count(market, 'public.contact_messages where email = $1', [email]),
    }
  },
  async 'answer-contact-message'(market) {
    const email = `${crypto.randomUUID()}@market.test`
    const chief = await market.person({ role: 'chief' })
    const { id } = await market.row<{ id: string }>(
      `insert into public.contact_messages (name, email, subject, message) values ('Ada', $1, 'Rice', 'Do you deliver?') returning id`,
      [email],
    )
    return {
      as: chief,
      body: { id, answer: 'We do, on Saturdays.' },
      other: { id, answer: 'We do not.' },
      effects: () => count(market, 'mail.messages where recipient = $1', [email]),
    }
  },
  async 'start-conversation'(market) {
    const { buyer, orderId } = await joined(market)
    return {
      as: buyer,
      body: { order_id: orderId, body: 'When may I collect?' },
      other: { order_id: orderId, body: 'Hello?' },
      effects: () =>
        count(market, 'public.messages m join public.conversations c on c.id = m.conversation_id where order_id = $1', [
          orderId,
        ]),
    }
  },
  async 'send-email'(market) {
    const recipient = `${crypto.randomUUID()}@market.test`
    return {
      body: { type: 'welcome', recipient_email: recipient, data: { full_name: 'Ada' } },
      other: { type: 'welcome', recipient_email: recipient, data: { full_name: 'Bola' } },
      effects: () => count(market, 'public.email_logs where recipient_email = $1', [recipient]),
    }
  },
  // Last, because they open places: buyers of later acts would have to choose one before they pay.
  ...actsOfDeliveryRuns,
  ...actsOfPacking,
  ...actsOfPlaces,
}

const order = Object.keys(acts)

/** Commands in the order of their acts. */
export const inActOrder = (one: { name: CommandName }, other: { name: CommandName }) =>
  order.indexOf(one.name) - order.indexOf(other.name)
