import type { MessageName } from '#domain/all-messages.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { sampleFacts } from './sample-facts.ts'

const AT = new Date('2026-03-17T10:59:59Z')

/** Facts whose names don't tell their value: choices of closed lists, and lists with other contents. */
export const GIVEN: Partial<Record<MessageName, Readonly<Record<string, unknown>>>> = {
  'report-decided': { decision: 'hidden' },
  'message-judged': { decision: 'hidden', reason: 'It insults people.', text: 'You people are useless.' },
  'account-suspended': { reason: 'It took part in a fraud.', paidOrders: 2 },
  // Usually the period in which one leaves for free is not over.
  'share-not-taken': { declined: false },
  'joined-buy': { now: new Date(AT.getTime() - DAY_MS) },
  'ajo-started': { circle: 'Year-end basket', firstDueOn: '2026-03-18', turn: null },
  'ajo-paid': { circle: 'Year-end basket', month: 3 },
  'ajo-reminder': { circle: 'Year-end basket', month: 3, step: 'due', dueOn: '2026-03-18', closesAt: AT, turn: 'none' },
  'ajo-turn': { circle: 'Monthly bag', month: 3, sums: 12 },
  'ajo-repaid': { circle: 'Monthly bag' },
  'ajo-bought': { circle: 'Year-end basket' },
  'ajo-not-bought': { circle: 'Year-end basket', why: 'no_votes' },
  'ajo-over': { circle: 'Year-end basket', as: 'finished', reason: '', putInKobo: 0n, turn: null },
  'standing-order-joined': { payBy: AT, freeUntil: AT },
  'standing-order-offered': { why: 'asked' },
  'standing-order-refused': { reason: 'Only 3 are left.' },
  'standing-order-stopped': { why: 'unpaid' },
  'shop-round-opened': { shareDate: '2026-03-18', standingOrders: 4, standingUnits: 9 },
  'shop-round-not-opened': { reason: 'The target is larger than what is in stock', skippedTo: null },
  'buy-settled': { unpaid: null, allotted: null, backTo: 'source' },
  'buy-failed': { unfilledPack: null },
  'buy-topped-up': { packUnit: 'bag', unit: 'paint bucket', missing: 6 },
  'pack-not-filled': { packUnit: 'bag' },
  'shop-buy-confirmed': { packs: null },
  'shop-buy-failed': { packs: null },
  'shop-buy-topped-up': { unit: 'paint bucket', packs: { packUnit: 'bag', packSize: 20, full: 2, missing: 6 } },
  'shop-part-pack': { unit: 'paint bucket', packs: { packUnit: 'bag', packSize: 20, full: 2, missing: 6 } },
  'lot-of-shop': { event: 'opened', next: 'The vendor answers by Wed 18 Mar.' },
  'lot-to-judge': { area: 'coordinator', by: AT },
  'claim-of-buyer': { event: 'opened', next: 'The vendor answers by Wed 18 Mar.' },
  'claim-of-shop': { event: 'opened', next: 'Please answer by Wed 18 Mar.' },
  'claim-to-judge': { area: 'manager', by: AT },
  'run-taken-over': {
    place: 'Ikeja hub',
    from: AT,
    until: AT,
    hasLeft: false,
    stopCount: 3,
    next: { orderNo: 12, area: 'Ikeja' },
  },
  'delivery-failed': { reason: 'nobody-there', waits: null },
  'search-found': { words: 'ofada rice' },
  'message-waits': { from: 'Mama Ope Foods' },
  // Its texts take the facts apart and put them together again.
  'buy-extended': {
    by: 'shop',
    orderId: 'b1c8',
    buyId: 'b1c8',
    product: 'Ofada rice',
    endDate: AT,
    paymentDueAt: AT,
    shareDate: '2026-03-18',
    keepsShareDate: false,
  },
  'handed-over': { goods: '2 bags of Ofada rice', takenBy: '', sentAt: null },
  'handed-over-without-code': { goods: '2 bags of Ofada rice' },
  'hand-over-conflict': { conflict: 'wrong-code' },
  'staff-invited': { duty: 'hand-over' },
  'uncollected-decided': { decision: 'donation' },
  'order-ready': { way: 'pickup', times: '9am to 5pm', instructions: '' },
  'load-corrected': { from: '50 kg', to: '48 kg' },
  'short-delivery-shop': { orders: 3, minutes: 30 },
  'rate-change': { key: 'buyer_fee_bps', was: '2.5%', becomes: '3%', from: AT },
  'refund-stuck': { expectedBy: '2026-03-18' },
  'reward-credited': { orders: 2 },
  'reward-reversed': { orders: 1 },
  'payout-started': { orders: 3, lastFour: '6789' },
  'payout-arrived': { orders: 3, lastFour: '6789' },
  'payout-stuck': { trouble: 'no_answer' },
  'vendor-decision': { decision: 'suspend' },
}

/** Example facts of a message. They fit every message, so their type is the one that fits everywhere. */
export const sampleMessage = (name: MessageName): never => sampleFacts(GIVEN[name])
