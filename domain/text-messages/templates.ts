import { brand } from '#domain/brand/brand.ts'

/**
 * The text of each kind of SMS, registered with WhatsApp as a utility template under `name`. `{{n}}` is a value; the
 * last is the link; `values` names them. A template neither begins nor ends with a value, as WhatsApp demands.
 */
export const textTemplates = {
  'hand-over-code': {
    name: 'order_ready',
    body: 'Your food is ready: {{1}}. {{2}}. Code {{3}}. See {{4}} and give the code only when the food is in your hands.',
    path: '/account/codes',
    values: ['goods', 'place', 'code', 'link'],
  },
  'payment-reminder': {
    name: 'payment_due',
    body: 'Please pay for {{1}} by {{2}}, or your place is given up. Pay at {{3}} now.',
    path: '/account/orders',
    values: ['goods', 'deadline', 'link'],
  },
  'buy-settled': {
    name: 'buy_confirmed',
    body: 'The group buy {{1}} goes ahead and its price is final. See {{2}} for your order.',
    path: '/account/orders',
    values: ['goods', 'link'],
  },
  'buy-failed': {
    name: 'buy_failed',
    body: 'Too few people paid for {{1}}, so it does not take place. All you paid comes back. See {{2}} for when.',
    path: '/account/orders',
    values: ['goods', 'link'],
  },
  'buy-cancelled': {
    name: 'buy_cancelled',
    body: 'The group buy {{1}} was cancelled. All you paid comes back to you. See {{2}} for when.',
    path: '/account/orders',
    values: ['goods', 'link'],
  },
  'price-rise-requested': {
    name: 'price_rise',
    body: 'The shop asks for a higher price for {{1}}. Answer by {{2}}, or you leave with everything back. See {{3}} to answer.',
    path: '/account/orders',
    values: ['goods', 'deadline', 'link'],
  },
  'refund-arrived': {
    name: 'refund_arrived',
    body: 'Your refund of payment {{1}} has arrived where you paid from. See {{2}} for the amount.',
    path: '/account/payments',
    values: ['reference', 'link'],
  },
} as const

export type TextKind = keyof typeof textTemplates

export const isTextKind = (name: string): name is TextKind => Object.hasOwn(textTemplates, name)

/** The SMS of a template with its values. */
export function fillTemplate(kind: TextKind, values: readonly string[]): string {
  const body = textTemplates[kind].body.replaceAll(/\{\{(\d)\}\}/g, (_, n: string) => values[Number(n) - 1] ?? '')
  return writeSms(body)
}

/** A text as it is sent by SMS. */
export const writeSms = (text: string): string => toSmsAlphabet(`${brand.name}: ${text}`)

const FULL_PART = 160
const PART_OF_SEVERAL = 153

/** Number of parts that an SMS is charged for. */
export const countSmsParts = (text: string): number =>
  text.length <= FULL_PART ? 1 : Math.ceil(text.length / PART_OF_SEVERAL)

/**
 * Replaces what the GSM alphabet lacks, because one such character halves the length of a part. Accents are dropped, as
 * people do when they type SMS in Yoruba.
 */
function toSmsAlphabet(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('₦', 'N')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/[^\x20-\x5a\x61-\x7a_]/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
}
