import { readFileSync } from 'node:fs'
import type { I18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { signUpTexts } from '#domain/accounts/sign-up.ts'
import { allMessages, isNoticed, type MessageName, type NoticedName, noticedMessage } from '#domain/all-messages.ts'
import { eventText, nextStepText, outcomeText } from '#domain/claims/claim-texts.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS, waitingText } from '#domain/claims/claiming.ts'
import { CLAIM_STATES } from '#domain/claims/states.ts'
import { naira, oneOf, type Reader, text, wholeNumber } from '#domain/forms/validation.ts'
import { limitFault } from '#domain/group-buys/participants/joining.ts'
import { decideCancel } from '#domain/orders/cancelling.ts'
import { endReasons } from '#domain/orders/end-reasons.ts'
import { differenceDue, stockpileFault } from '#domain/orders/fulfilment-choice.ts'
import { offerFault } from '#domain/orders/offer-fault.ts'
import type { UnpaidLimits } from '#domain/orders/unpaid/unpaid-standing.ts'
import { unpaidTexts } from '#domain/orders/unpaid/unpaid-texts.ts'
import { planDifference, planPayment } from '#domain/payments/paying.ts'
import { amountChangedText } from '#domain/payments/settling/left-to-pay.ts'
import { lgaFault } from '#domain/places/state-and-lga.ts'
import { isRefusal } from '#domain/refusal.ts'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import type { ShopPause } from '#domain/vendors/shop-pause.ts'
import { openLanguage } from '#web/languages/i18n.ts'
import { LANGUAGES, type Language } from '#web/languages/languages.ts'
import { translate } from '#web/languages/translate.ts'
import lingui from '../../lingui.config.ts'
import { sourceFiles } from '../laws/imports.ts'
import { BUYER_NOTICES } from './buyer-notices.ts'

// Texts that the server composes for buyers' screens are translated as a whole, in every language.

interface Catalogue {
  language: Language
  i18n: I18n
  /** English of at least three words that a translation replaces, without the values in it. */
  replaced: string[]
}

const offered = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en')
const catalogues = await Promise.all(offered.map(readCatalogue))

async function readCatalogue(language: Language): Promise<Catalogue> {
  const filename = `web/languages/${language}.po`
  const file = { locale: language, filename, sourceLocale: 'en' }
  const messages = Object.entries(await lingui.format.parse(readFileSync(filename, 'utf8'), file)).map(
    ([id, { translation = '' }]): [string, string] => [id, translation],
  )
  return {
    language,
    i18n: openLanguage(language, Object.fromEntries(messages)),
    replaced: messages.flatMap(([id, translation]) =>
      id.split(/\{\w+\}/).filter((part) => part.trim().split(/\s+/).length >= 3 && !translation.includes(part)),
    ),
  }
}

/** A language whose translations are the English texts in guillemets. */
const marked = openLanguage(
  'pcm',
  Object.fromEntries(Object.keys(catalogues[0]?.i18n.messages ?? {}).map((id) => [id, `«${id}»`])),
)

/** Names, places, goods and typed texts. */
const AS_TYPED = /^(Mama Ope|Ikeja hub|2 bags|2 bags, at Ikeja hub)\.\s*/

function untranslatedPart(said: TranslatableText): string {
  let rest = translate(marked, said)
  while (/«[^«»]*»/.test(rest)) rest = rest.replace(/«[^«»]*»/g, '')
  return rest.trim().replace(AS_TYPED, '')
}

function expectTranslated(texts: readonly TranslatableText[]): void {
  expect(texts.map(untranslatedPart).filter(Boolean)).toEqual([])
  for (const { language, i18n, replaced } of catalogues) {
    for (const said of texts) {
      const translated = translate(i18n, said)
      const inEnglish = formatInEnglish(said)
      const left = replaced.filter((part) => translated.includes(part) && inEnglish.includes(part))
      expect([language, translated, left]).toEqual([language, translated, []])
    }
  }
}

test.each(Object.entries(BUYER_NOTICES))('the notice %s', (name, facts) => {
  expectTranslated(
    facts.flatMap((each) => {
      const { title, body } = noticedMessage(name as NoticedName).notice(each as never)
      return [title, body]
    }),
  )
})

test('every notice is for buyers, or for shops and staff, whose screens are in English', () => {
  const names = (Object.keys(allMessages) as MessageName[]).filter(isNoticed)
  const inEnglish = names.filter((name) => !(name in BUYER_NOTICES))
  expect(inEnglish.sort()).toEqual(SHOP_AND_STAFF_NOTICES.toSorted())
})

const SHOP_AND_STAFF_NOTICES: NoticedName[] = [
  'application-received',
  'application-to-decide',
  'audit-found',
  'bank-account-changed',
  'bank-account-changed-at-shop',
  'books-differ',
  'business-to-check',
  'chargeback',
  'claim-of-shop',
  'claim-to-judge',
  'load-corrected',
  'lot-of-shop',
  'lot-to-judge',
  'partial-refund-shop',
  'payment-charged-back',
  'payout-arrived',
  'payout-disputed',
  'payout-failed',
  'payout-reversed',
  'payout-started',
  'payout-stuck',
  'payouts-held',
  'quantity-requested',
  'question-asked',
  'run-taken-over',
  'shop-buy-cancelled',
  'shop-round-not-opened',
  'shop-round-opened',
  'shop-buy-closed',
  'shop-buy-confirmed',
  'shop-buy-extended',
  'shop-buy-moved',
  'shop-buy-written-to',
  'shop-buy-failed',
  'shop-buy-short',
  'shop-buy-topped-up',
  'shop-price-decided',
  'shop-part-pack',
  'shop-change-decided',
  'shop-change-requested',
  'short-delivery-shop',
  'text-messages-stopped',
  'vendor-decision',
]

const at = new Date('2026-03-17T10:59:59Z')
const later = new Date('2026-03-18T10:59:59Z')

const EVENTS = [
  'opened',
  'offered',
  'offer_withdrawn',
  'offer_accepted',
  'offer_declined',
  'offer_lapsed',
  'unanswered',
  'decided',
  'appealed',
  'carried_out',
  'less_left',
  'nothing_left',
] as const

test('texts of claims', () => {
  const dates = { answerBy: at, proposeBy: at, decideBy: at, appealBy: at, outcomeKobo: 200n }
  const offers = [
    null,
    { outcome: 'refund', kobo: 100n, by: at },
    { outcome: 'replacement', kobo: 0n, by: at },
  ] as const
  expectTranslated([
    ...CLAIM_STATES.flatMap((status) =>
      [null, 0n, 100n, 200n].flatMap((returnedGoodsKobo) =>
        [true, false].flatMap((isEnded) =>
          offers.map((offer) => nextStepText({ ...dates, offer, status, isEnded, returnedGoodsKobo })),
        ),
      ),
    ),
    ...CLAIM_OUTCOMES.flatMap((outcome) => [...CLAIM_PAYERS, null].map((payer) => outcomeText(outcome, 100n, payer))),
    ...EVENTS.flatMap((kind) =>
      (['buyer', 'vendor', 'manager', 'coordinator', 'chief'] as const).map((part) => eventText(part, kind)),
    ),
    waitingText('Ikeja hub', null, later),
    waitingText('Ikeja hub', at, later),
    waitingText('Ikeja hub', later, later),
  ])
})

test('texts of limits', () => {
  const limits = Object.fromEntries(LIMITS.map((name) => [name, 3])) as unknown as UnpaidLimits
  expectTranslated(
    (['new', 'known', 'verified'] as const).flatMap((grade) => {
      const standing = { grade, orders: 3, kobo: 100n, lapses: 2, hasPaid: false, limits }
      const { orders, cart, naira: owed, share, newTogether, payFirst } = unpaidTexts
      return [
        orders(standing),
        cart(standing, 2),
        owed(standing, 200n),
        share(3, 0),
        share(3, 1),
        payFirst(standing),
        newTogether(5, 0),
        newTogether(5, 2),
      ]
    }),
  )
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

test('errors of forms', () => {
  const label = 'Subject'
  const read = (reader: Reader<unknown>, typed: string[]) =>
    typed.flatMap((value) => {
      const result = reader(value)
      return 'error' in result ? [result.error] : []
    })
  const errors = [
    ...read(text({ label, min: 2, max: 3 }), ['', 'a', 'abcd', 'a\u0000b']),
    ...read(wholeNumber({ label, min: 2, max: 3 }), ['', 'a', '1', '9']),
    ...read(naira({ label, maxKobo: 100n }), ['', 'a', '0', '9']),
    ...read(oneOf({ label, among: ['a'] }), ['b']),
    ...Object.values(lgaFault({ state: 'Lagos', lga: 'Dala' })),
    ...Object.values(signUpTexts),
  ]
  expect(errors.length).toBeGreaterThan(15)
  expectTranslated(errors)
})

test('refusals with values', () => {
  const product = {
    id: 'p1',
    name: 'Ofada rice',
    vendorId: 'v1',
    ownerId: 'o1',
    shopIsOpen: true,
    isArchived: false,
    basePriceKobo: 100n,
    unit: 'bag',
    min_quantity: 2,
    max_quantity: 5,
    available_quantity: 4,
    shareDate: '2026-03-18',
    pausedUntil: null as Date | null,
    shopPause: null as ShopPause | null,
  }
  const shopper = { id: 'b1', held: new Map([['p1', 2]]), serves: new Set<string>() }
  const offer = (quantity: number, changes: Partial<typeof product> = {}) =>
    offerFault(quantity, { product: { ...product, ...changes }, shopper, today: '2026-03-17' })
  const faults = [
    offer(0.5),
    offer(1),
    offer(5),
    offer(6),
    offer(4),
    offer(2, { available_quantity: 1 }),
    offer(2, { isArchived: true }),
    offer(2, { shopIsOpen: false }),
    offer(2, { shareDate: '2026-03-16' }),
    offer(2, { pausedUntil: new Date('2026-03-18T23:00:00Z') }),
    offer(2, { shopPause: { shop: 'Rice House', until: new Date('2026-03-18T23:00:00Z'), note: '' } }),
    offer(2, { shopPause: { shop: 'Rice House', until: new Date('2026-03-18T23:00:00Z'), note: 'Sallah' } }),
    offer(2, { ownerId: 'b1' }),
    limitFault({ minQuantity: 2, maxQuantity: 3 }, 1),
    limitFault({ minQuantity: 2, maxQuantity: 3 }, 4),
    planPayment([{ orderId: 'a', dueKobo: 100n, status: 'pending', isOpen: true, payableUntil: later }], {
      pepsKobo: 0n,
      expectedKobo: 50n,
      balanceKobo: 0n,
      now: at,
    }),
    planDifference({ ...PEPS, differenceKobo: 100n, expectedKobo: 50n }),
    planDifference({ ...PEPS, differenceKobo: 100n, expectedKobo: 100n }),
    decideCancel({ status: 'paid', isBeingPaid: false, lines: [{ shareDate: '2026-03-18', isPacked: false }] }, at),
    decideCancel({ status: 'paid', isBeingPaid: false, lines: [{ shareDate: null, isPacked: true }] }, at),
    stockpileFault({ lines: [{ canBeStockpiled: true, quantity: 2, kgPerUnit: 50 }], freeKg: 20 }),
    differenceDue(100n),
  ]
  const texts = faults.flatMap((fault) => (fault && (isRefusal(fault) || 'code' in fault) ? [fault.message] : []))
  expect(texts).toHaveLength(faults.length)
  expectTranslated([...texts, amountChangedText(100, '')])
})

const PEPS = { orderId: 'a', pepsKobo: 10n, balanceKobo: 5n, hasRefund: false }

test('reasons for the end of an order, wherever one is stored', () => {
  const stored = sourceFiles()
    .filter((path) => /^server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/end_reason = '([^']+)'/g)].map(([, reason]) => reason))
  expect(stored.length).toBeGreaterThan(5)
  expect(stored.filter((reason) => !Object.values<string | undefined>(endReasons).includes(reason))).toEqual([])
  expectTranslated(Object.values(endReasons))
})
