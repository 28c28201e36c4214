// Failed deliveries: the reason, whether it counts as one of the two attempts that the fee covers, and the next step
// (docs/decisions/0048).

interface FailReasonTexts {
  /** Shown to the rider. */
  choice: string
  /** Shown to the buyer, after "Our rider could not hand over your order:". */
  buyerText: string
  needsPhoto: boolean
}

/** The first four count as attempts; `delivery_stops.counts` holds the same rule. */
export const failReasons = {
  'nobody-there': { choice: 'Nobody was there', buyerText: /*i18n*/ 'nobody was there', needsPhoto: true },
  'address-not-found': {
    choice: 'I could not find the address',
    buyerText: /*i18n*/ 'the address was not found',
    needsPhoto: true,
  },
  'no-code': { choice: 'They had no code', buyerText: /*i18n*/ 'there was no code', needsPhoto: false },
  refused: {
    choice: 'They did not want the goods',
    buyerText: /*i18n*/ 'the goods were not wanted',
    needsPhoto: false,
  },
  'not-reached': {
    choice: 'I could not get there',
    buyerText: /*i18n*/ 'our rider could not get there',
    needsPhoto: false,
  },
  goods: {
    choice: 'The goods were damaged or missing',
    buyerText: /*i18n*/ 'the goods were not as they should be',
    needsPhoto: false,
  },
} as const satisfies Record<string, FailReasonTexts>

export type FailReason = keyof typeof failReasons
export const FAIL_REASONS = Object.keys(failReasons) as FailReason[]

/** Attempts covered by the fee. */
const PAID_ATTEMPTS = 2

/**
 * After the last attempt covered by the fee, the buyer has to collect the goods. Failures on the market's side are not
 * counted.
 */
export const afterFailure = (countedTries: number): 'try-again' | 'collect' =>
  countedTries >= PAID_ATTEMPTS ? 'collect' : 'try-again'
