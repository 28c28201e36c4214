// Where a shop's money is, from its first sale to its bank: `public.shop_order_parts` names the same parts.

const MONEY_PARTS = [
  'not_handed_over',
  'claim_time',
  'claim_open',
  'disputed',
  'ready',
  'on_its_way',
  'paid_out',
  'returned',
] as const

export type MoneyPart = (typeof MONEY_PARTS)[number]

/** Parts that are in no payout yet, in the order in which money passes through them. */
export const WAITING_PARTS: readonly MoneyPart[] = ['not_handed_over', 'claim_time', 'claim_open', 'disputed', 'ready']

export const moneyPartTexts: Readonly<Record<MoneyPart, string>> = {
  not_handed_over: 'Not handed over yet',
  claim_time: 'Waiting for the end of the claim time',
  claim_open: 'A claim is open',
  disputed: 'A buyer’s bank disputes the payment',
  ready: 'Ready to be paid out',
  on_its_way: 'On its way to your bank',
  paid_out: 'Paid out',
  returned: 'In a payout that came back',
}

/** How the wait ends. */
export const moneyPartHints: Readonly<Partial<Record<MoneyPart, string>>> = {
  not_handed_over: 'It is yours once the goods are handed over and the time for claims has passed.',
  claim_time: 'It is yours when this time ends without a claim.',
  claim_open: 'It waits until the claim is decided. What is not given back is then yours.',
  disputed: 'It waits until the bank has decided.',
}

export const isMoneyPart = (text: string): text is MoneyPart => MONEY_PARTS.some((part) => part === text)
