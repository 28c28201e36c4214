import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type NoticedName, renderNotice } from '#domain/all-messages.ts'
import { eventText, nextStepText, outcomeText } from '#domain/claims/claim-texts.ts'
import type { UnpaidLimits } from '#domain/orders/unpaid-standing.ts'
import { unpaidTexts } from '#domain/orders/unpaid-texts.ts'
import { text, wholeNumber } from '#domain/validation.ts'
import { openLanguage } from '#web/languages/i18n.ts'
import { SENTENCES } from '#web/languages/sentences.ts'
import { translate } from '#web/languages/translate.ts'

// Texts composed on the server must be translatable. In this test, the translation of every text is the text itself in
// guillemets, so that untranslated parts are those outside of them.

const keys = [...readFileSync('web/languages/pcm.po', 'utf8').matchAll(/^msgid (".+")$/gm)].map(([, key = '']) =>
  JSON.parse(key),
)
const marked = openLanguage('pcm', {
  messages: Object.fromEntries(keys.map((key: string) => [key, `«${key}»`])),
  sentences: SENTENCES,
})

function untranslatedPart(said: string): string {
  let rest = translate(marked, said)
  while (/«[^«»]*»/.test(rest)) rest = rest.replace(/«[^«»]*»/g, '')
  return rest.trim()
}

const at = new Date('2026-03-17T10:59:59Z')
const order = { orderId: 'o1', orderNo: 12, product: 'Ofada rice', what: 'Ofada rice' }
const buy = { ...order, buyId: 'b1', unit: 'bag', quantity: 2, endDate: at, shareDate: '2026-03-18', paymentDueAt: at }

/** Facts for every variant of every notice for buyers. */
const FACTS: Partial<Record<NoticedName, object[]>> = {
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
    backKobo: 200n,
    unpaid: isHonoured ? null : { people: 5, of: 14 },
  })),
  'buy-extended': [buy],
  'buy-failed': [{ ...order, refundKobo: 100n }],
  'order-cancelled': [0n, 500_00n].map((refundKobo) => ({ ...order, refundKobo })),
  'order-expired': [order],
  'checkout-expired': [{ orderNos: [1, 2] }, { orderNos: [1] }],
  'payment-reminder': [24, 48, 3].map((hours) => ({ dueAt: at, hours, orders: [{ ...order, dueKobo: 100n }] })),
  'money-back': [{ paymentId: 'p1', backKobo: 100n }],
  'payment-odd': [{ paymentId: 'p1' }],
  'refund-arrived': [{ paymentId: 'p1', amountKobo: 100n }],
  'refund-stuck': [{ paymentId: 'p1', amountKobo: 100n, expectedBy: at }],
  'reward-credited': [{ amountKobo: 100n }],
  'reward-taken-back': [{ amountKobo: 100n }],
  'payment-reversed': [{ paymentId: 'p1', amountKobo: 100n, orderNos: [] }],
  'shop-suspended': [{ shop: 'Mama Ope', orders: [order] }],
  'hand-over-code': [null, at].map((dueUntil) => ({
    ...order,
    place: 'Ikeja hub',
    dueUntil,
    isDelivered: dueUntil === null,
  })),
  'handed-over-without-code': [{ ...order, place: 'Ikeja hub' }],
  'delivery-planned': [{ ...order, from: at, until: at }],
  'delivery-out': [{ ...order, from: at, until: at }],
  'delivery-put-off': [order],
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
    [0n, 50n, 80n].map((refundKobo) => ({ ...order, decision, proceedsKobo: 100n, backKobo: 80n, refundKobo })),
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
}

test.each(Object.entries(FACTS))('the notice %s', (name, facts) => {
  for (const each of facts) {
    const { title, body } = renderNotice(name as NoticedName, each as never)
    // Names, places and goods are not translated.
    const named = /^(Mama Ope|Ikeja hub|2 bags)\.\s*/
    expect([title, body.replace(named, '')].map(untranslatedPart).filter(Boolean)).toEqual([])
  }
})

test('texts of claims', () => {
  const standing = { answerBy: at, proposeBy: at, decideBy: at, appealBy: at, outcomeKobo: 200n }
  const states = [
    'open',
    'disputed',
    'proposed',
    'appealed',
    'withdrawn',
    'upheld',
    'rejected',
    'upheld_final',
    'rejected_final',
  ] as const
  const nexts = states.flatMap((status) =>
    [null, 0n, 100n, 200n].flatMap((carriedKobo) =>
      [true, false].map((isEnded) => nextStepText({ ...standing, status, isEnded, carriedKobo })),
    ),
  )
  const outcomes = (['refund', 'replacement', 'rejected'] as const).flatMap((outcome) =>
    (['vendor', 'hub', 'rider', 'platform', null] as const).map((payer) => outcomeText(outcome, 100n, payer)),
  )
  const events = (
    ['opened', 'accepted', 'contested', 'decided', 'appealed', 'carried_out', 'nothing_left'] as const
  ).flatMap((kind) =>
    (['buyer', 'vendor', 'manager', 'coordinator', 'chief'] as const).map((part) => eventText(part, kind)),
  )
  expect([...nexts, ...outcomes, ...events].map(untranslatedPart).filter(Boolean)).toEqual([])
})

test('texts of form validation and limits', () => {
  const texts = [text({ label: 'Subject', min: 2, max: 3 }), wholeNumber({ label: 'Subject', min: 2, max: 3 })].flatMap(
    (read) =>
      ['', 'a', 'abcd', '1', '9'].flatMap((typed) => {
        const checked = read(typed)
        return 'error' in checked ? [checked.error] : []
      }),
  )
  const limits = Object.fromEntries(LIMITS.map((name) => [name, 3])) as unknown as UnpaidLimits
  for (const grade of ['new', 'known', 'verified'] as const) {
    const standing = { grade, orders: 3, kobo: 100n, lapses: 2, hasPaid: false, limits }
    texts.push(unpaidTexts.orders(standing), unpaidTexts.cart(standing, 2), unpaidTexts.naira(standing, 200n))
    texts.push(unpaidTexts.share(3, 0), unpaidTexts.share(3, 1), unpaidTexts.payFirst(standing))
    texts.push(unpaidTexts.newTogether(5, 0), unpaidTexts.newTogether(5, 2))
  }
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.map(untranslatedPart).filter(Boolean)).toEqual([])
})

const LIMITS = [
  'unpaid_new_orders',
  'unpaid_new_naira',
  'unpaid_known_after',
  'unpaid_known_orders',
  'unpaid_known_naira',
  'unpaid_verified_orders',
  'unpaid_verified_naira',
  'unpaid_lapse_days',
]
