import { expect, it } from 'vitest'
import { allMessages, isNoticed, type MessageFacts, type MessageName, noticedMessage } from '#domain/all-messages.ts'
import { pushMessage } from './push-message.ts'

const names = (Object.keys(allMessages) as MessageName[]).filter(isNoticed)

/** Facts of all notices. Locked phones must not show the amounts, codes and account numbers. */
const facts = {
  amountKobo: 777_700n,
  refundKobo: 777_700n,
  returnedKobo: 777_700n,
  paidKobo: 777_700n,
  lossKobo: 777_700n,
  amountDueKobo: 777_700n,
  unitPriceKobo: 777_700n,
  chargeKobo: 777_700n,
  goodsKobo: 777_700n,
  proceedsKobo: 777_700n,
  fromBalanceKobo: 777_700n,
  isOwn: false,
  baseKobo: 9_900_000n,
  leastKobo: 8_800_000n,
  priceKobo: 9_900_000n,
  moreKobo: 777_700n,
  ceilingKobo: 777_700n,
  dueKobo: 777_700n,
  backKobo: 777_700n,
  staying: 8,
  code: '482 913',
  lastFour: '5512',
  reference: 'ref-5512',
  orderNo: 12,
  claimNo: 3,
  lotNo: 4,
  orderNos: [12],
  what: 'Ofada rice',
  product: 'Ofada rice',
  shop: 'Mama Ope',
  unit: 'bag',
  place: 'Yaba hub',
  goods: '2 bags',
  hours: 3,
  people: 9,
  paidPeople: 8,
  paidQuantity: 8,
  leastPeople: 5,
  quantity: 2,
  amount: '2 bags short',
  at: new Date(0),
  dueAt: new Date(0),
  endDate: new Date(0),
  endsAt: new Date(0),
  payBy: new Date(0),
  paymentDueAt: new Date(0),
  decideBy: new Date(0),
  usableFrom: new Date(0),
  from: new Date(0),
  until: new Date(0),
  graceUntil: new Date(0),
  claimUntil: new Date(0),
  dueUntil: new Date(0),
  shareDate: '2026-03-18',
  expectedBy: '2026-03-18',
  days: '3 days',
  by: null,
  waits: null,
  takenBy: '',
  note: '',
  event: 'opened',
  decision: 'approve',
  conflict: 'wrong-code',
  kind: 'pickup',
  step: 'end',
  reason: 'refused',
  trouble: 'refused',
  area: 'chief',
  next: 'Next.',
  subject: 'Order 12',
  state: 'Lagos',
  key: 'referral_bps',
  was: '1%',
  becomes: '2%',
  bank: 'OPay',
  productId: 'p1',
  question: 'Is it from this harvest?',
  answer: 'Yes, from this harvest.',
  buyId: 'b1',
  giftId: 'g1',
  giver: 'Ada',
  receiver: 'Ada',
  declined: false,
  orderId: 'o1',
  keepsShareDate: true,
  message: 'Please pay by Friday.',
  paymentId: 'p1',
  claimId: 'c1',
  lotId: 'l1',
  shopId: 's1',
  conversationId: 'm1',
  orders: [{ orderId: 'o1', orderNo: 12, product: 'Ofada rice', dueKobo: 777_700n }],
  counts: [],
}
const circle = { circleId: 'a1', circle: 'Year-end basket', month: 3, monthlyKobo: 777_700n }

/** Facts whose names have another meaning in these notices. */
const OTHER_FACTS: Partial<Record<MessageName, object>> = {
  'ajo-started': { ...circle, firstDueOn: '2026-03-18', turn: 3 },
  'ajo-reminder': { ...circle, step: 'due', dueOn: '2026-03-18', closesAt: new Date(0), turn: 'after' },
  'ajo-turn': { ...circle, sums: 12, potKobo: 777_700n },
  'ajo-repaid': circle,
  'ajo-bought': circle,
  'ajo-not-bought': { ...circle, why: 'no_votes' },
  'ajo-over': { ...circle, as: 'finished', reason: '', putInKobo: 0n, turn: null },
  'standing-order-offered': { why: 'asked' },
  'standing-order-stopped': { why: 'unpaid' },
  'message-waits': { from: 'Ada' },
  'run-taken-over': { place: 'Ikeja hub', stopCount: 3, hasLeft: false, next: { orderNo: 12, area: 'Ikeja' } },
  'region-notice': { title: 'The bridge is closed', message: 'Come another way.' },
  'uncollected-decided': { decision: 'resale' },
  'order-ready': { way: 'pickup' },
}
const pushed = names.filter((name) => noticedMessage(name).push !== 'never')
const shown = (name: (typeof names)[number], more: object = {}) =>
  pushMessage(name, { ...facts, ...OTHER_FACTS[name], ...more } as unknown as MessageFacts<typeof name>)

it.each(pushed)('%s shows no amount, code or account on a locked phone', (name) => {
  const push = shown(name)
  expect(push?.title).toMatch(/\w{3}/)
  expect(`${push?.title} ${push?.body}`).not.toMatch(/7,777|482|5512/)
  if (!noticedMessage(name).isPublic) expect(push?.body).toBe('')
})

it('pushes at night only what is urgent', () => {
  const urgent = pushed.filter((name) => shown(name, { hours: 24 })?.isUrgent)
  expect(urgent.sort()).toEqual([
    'bank-account-changed',
    'delivery-failed',
    'delivery-out',
    'delivery-postponed',
    'hand-over-code',
    'hand-over-conflict',
    'handed-over-without-code',
    'place-offered',
    'price-rise-reminder',
    'run-taken-over',
    'share-offered',
    'shop-buy-short',
    'shop-part-pack',
  ])
  expect([24, 3].map((hours) => shown('payment-reminder', { hours })?.isUrgent)).toEqual([false, true])
})

it('truncates user input without splitting a character', () => {
  const { title = '' } = shown('message-waits', { from: `x${'🍅'.repeat(200)}` }) ?? {}
  expect([title.startsWith('x🍅🍅'), /[\uD800-\uDBFF]$/.test(title), JSON.stringify(title).includes('\\ud')]).toEqual([
    true,
    false,
    false,
  ])
})

it('does not push confirmations of the user’s own actions', () => {
  expect(pushMessage('joined-buy', {} as never)).toBeNull()
})
