import type { NoticedName } from '#domain/all-messages.ts'
import { claimRefundReason } from '#domain/claims/claim-texts.ts'
import { REPORT_DECISIONS } from '#domain/messages/reports.ts'

const at = new Date('2026-03-17T10:59:59Z')
const order = { orderId: 'o1', orderNo: 12, product: 'Ofada rice', what: 'Ofada rice' }
const buy = { ...order, buyId: 'b1', unit: 'bag', quantity: 2, endDate: at, shareDate: '2026-03-18', paymentDueAt: at }

const circle = { circleId: 'a1', circle: 'Mama Ope' }

/** Facts for every variant of every notice for buyers. */
export const BUYER_NOTICES: Partial<Record<NoticedName, object[]>> = {
  'joined-buy': [
    { ...buy, hasGrown: false, amountDueKobo: 5_000_00n, payBy: at },
    { ...buy, hasGrown: true, amountDueKobo: 5_000_00n, payBy: null },
  ],
  'left-buy': [
    { ...order, refundKobo: 0n, leastRefundKobo: 0n, finalBy: null },
    { ...order, refundKobo: 500_00n, leastRefundKobo: 500_00n, finalBy: null },
    { ...order, refundKobo: 500_00n, leastRefundKobo: 100_00n, finalBy: at },
  ],
  'left-buy-settled': [{ ...order, refundKobo: 400_00n, chargeKobo: 100_00n }],
  'order-paid': [{ ...order, paidKobo: 7_790_000n }],
  'buy-settled': [true, false].map((isHonoured) => ({
    ...order,
    isHonoured,
    unitPriceKobo: 100n,
    returnedKobo: 200n,
    unpaid: isHonoured ? null : { people: 5, of: 14 },
  })),
  'data-handed-out': [{ requestNo: 1 }],
  'account-suspended': [{ reason: '', paidOrders: 1 }],
  'account-reinstated': [{ reason: '' }],
  'business-decided': [true, false].map((verified) => ({ business: 'Mama Put Kitchen', verified, note: '' })),
  'quantity-granted': [buy],
  'quantity-declined': [{ ...buy, reason: '' }],
  'buy-extended': [true, false].map((keepsShareDate) => ({ ...buy, keepsShareDate })),
  'report-decided': REPORT_DECISIONS.map((decision) => ({ decision })),
  'message-judged': (['hidden', 'warned'] as const).map((decision) => ({ decision, reason: '', text: '' })),
  'region-notice': [{ title: '', message: '' }],
  'shop-message': [{ ...buy, shop: 'Mama Ope', message: '' }],
  'buy-failed': [{ ...order, refundKobo: 100n }],
  'order-cancelled': [0n, 500_00n].map((refundKobo) => ({ ...order, refundKobo })),
  'order-expired': [order],
  'checkout-expired': [{ orderNos: [1, 2] }, { orderNos: [1] }],
  'payment-reminder': [24, 48, 3].map((hours) => ({ dueAt: at, hours, orders: [{ ...order, dueKobo: 100n }] })),
  'money-back': [{ paymentId: 'p1', returnedKobo: 100n }],
  'payment-mismatch': [{ paymentId: 'p1' }],
  'refund-arrived': [{ paymentId: 'p1', amountKobo: 100n }],
  'refund-stuck': [{ paymentId: 'p1', amountKobo: 100n, expectedBy: at }],
  'reward-credited': [{ amountKobo: 100n }],
  'reward-reversed': [{ amountKobo: 100n }],
  'payment-reversed': [{ paymentId: 'p1', amountKobo: 100n, orderNos: [] }],
  'shop-suspended': [{ shop: 'Mama Ope', orders: [order] }],
  'hand-over-code': [null, at].map((dueUntil) => ({
    ...order,
    place: 'Ikeja hub',
    dueUntil,
    isDelivered: dueUntil === null,
  })),
  'hand-over-conflict': [true, false].map((isOpen) => ({
    ...order,
    place: 'Ikeja hub',
    at,
    conflict: 'wrong-code',
    isOpen,
  })),
  'handed-over-without-code': [{ ...order, place: 'Ikeja hub' }],
  'delivery-planned': [{ ...order, from: at, until: at }],
  'delivery-out': [{ ...order, from: at, until: at }],
  'delivery-postponed': [order],
  'delivery-failed': [null, { place: 'Ikeja hub', until: at }, { place: 'Ikeja hub', until: null }].map((waits) => ({
    ...order,
    waits,
    reason: 'nobody-there',
  })),
  'order-ready': (['pickup', 'delivery', 'stockpile'] as const).flatMap((way) =>
    ['2026-03-18', null].map((shareDate) => ({
      ...order,
      way,
      place: 'Ikeja hub',
      times: 'Mon to Fri 8 am to 6 pm',
      shareDate,
    })),
  ),
  'collect-reminder': ['undecided', 'over', 'last'].flatMap((step) =>
    ['stockpile', 'pickup'].map((kind) => ({
      ...order,
      step,
      kind,
      until: at,
      graceUntil: at,
      perishes: kind === 'pickup',
    })),
  ),
  'uncollected-decided': ['resale', 'donation', 'spoiled'].flatMap((decision) =>
    [0n, 50n, 80n].map((refundKobo) => ({ ...order, decision, proceedsKobo: 100n, returnedKobo: 80n, refundKobo })),
  ),
  'delivery-changed': [
    { ...order, kind: 'more', amountKobo: 100n, backTo: null },
    { ...order, kind: 'back', amountKobo: 100n, backTo: 'peps' },
    { ...order, kind: 'back', amountKobo: 100n, backTo: 'source' },
  ],
  'order-waits-for-place': [{ ...order, place: 'Ikeja hub' }],
  'product-buy-open': [
    { ...buy, shop: 'Mama Ope', baseKobo: 200n, leastKobo: 100n },
    { ...buy, shop: 'Mama Ope', baseKobo: 200n, leastKobo: 200n },
  ],
  'rate-change': [true, false].map((isWithdrawn) => ({
    key: 'referral_bps',
    was: '2%',
    becomes: '3%',
    from: at,
    isWithdrawn,
  })),
  'lot-of-buyer': [true, false].map((claimed) => ({ ...order, claimed })),
  'buy-cancelled': [0n, 500_00n].map((refundKobo) => ({ ...order, reason: 'Ikeja hub', refundKobo })),
  'claim-of-buyer': (
    [
      'opened',
      'accepted',
      'offered',
      'offer_withdrawn',
      'offer_accepted',
      'offer_declined',
      'offer_lapsed',
      'unanswered',
      'less_left',
      'not_replaced',
    ] as const
  ).map((event) => ({
    ...order,
    claimId: 'c1',
    claimNo: 3,
    event,
    next: 'It was withdrawn. Nothing more happens.',
  })),
  'handed-over': [{ ...order, goods: '2 bags', place: 'Ikeja hub', takenBy: '', claimUntil: at }],
  'partial-refund': [{ ...order, reason: claimRefundReason(3, 'spoiled'), returnedKobo: 100n, backTo: 'peps' }],
  'place-closed': [{ ...order, place: 'Ikeja hub', reason: 'Ikeja hub.' }],
  'shop-buy-open': [{ ...buy, shop: 'Mama Ope', baseKobo: 200n, leastKobo: 100n }],
  'ajo-started': [{ ...circle, monthlyKobo: 100n, firstDueOn: '2026-03-18' }],
  'ajo-paid': [{ ...circle, month: 3, paidKobo: 100n }],
  'ajo-reminder': (['soon', 'last'] as const).map((step) => ({
    ...circle,
    step,
    month: 3,
    amountKobo: 100n,
    dueOn: '2026-03-18',
    closesAt: at,
  })),
  'ajo-bought': [{ ...circle, ...buy, amountKobo: 100n }],
  'ajo-not-bought': (['no_votes', 'not_enough', 'not_served'] as const).map((why) => ({ ...circle, why })),
  'ajo-over': (['left', 'defaulted', 'finished'] as const).flatMap((as) =>
    [0n, 100n].map((returnedKobo) => ({ ...circle, as, returnedKobo })),
  ),
  'place-offered': [{ ...buy, unit: 'bag', quantity: 2, until: at }],
  'place-lapsed': [{ ...buy, unit: 'bag', quantity: 2, until: at }],
  'waiting-list-closed': [{ ...buy, unit: 'bag', quantity: 2, until: at }],
  'product-back': [{ productId: 'p1', product: 'Ofada rice', unit: 'bag', shop: 'Mama Ope', priceKobo: 200n }],
  'search-found': [{ words: 'zobo', title: 'Ofada rice' }],
  'message-waits': [{ conversationId: 'm1', from: 'Ada', subject: 'Mama Ope.' }],
  'question-answered': [{ product: 'Ofada rice', productId: 'p1', answer: 'Mama Ope.' }],
}
