// Ways to pay at the gateway, in the order in which they are offered (design.md 7; expected-features.md, Payment choices).

export const paymentWays = ['bank_transfer', 'card', 'ussd'] as const

export type PaymentWay = (typeof paymentWays)[number]

export const wayLabels: Record<PaymentWay, string> = {
  bank_transfer: /*i18n*/ 'Bank transfer',
  card: /*i18n*/ 'Card',
  ussd: /*i18n*/ 'USSD',
}

/** The way of a form or a stored payment; null for anything else, such as that of a payment in PEPS. */
export const readPaymentWay = (value: unknown): PaymentWay | null => paymentWays.find((way) => way === value) ?? null
