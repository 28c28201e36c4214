// A delivery that did not happen: why, whether it was one of the two tries that the fee pays for, and what comes next (docs/decisions/0048).

interface Reason {
  /** For the rider's list. */
  choice: string
  /** For the buyer, after "Our rider could not hand over your order:". */
  told: string
  needsPhoto: boolean
}

/** The first four are counted; `delivery_stops.counts` says the same. */
export const failReasons = {
  'nobody-there': { choice: 'Nobody was there', told: /*i18n*/ 'nobody was there', needsPhoto: true },
  'address-not-found': {
    choice: 'I could not find the address',
    told: /*i18n*/ 'the address was not found',
    needsPhoto: true,
  },
  'no-code': { choice: 'They had no code', told: /*i18n*/ 'there was no code', needsPhoto: false },
  refused: { choice: 'They did not want the goods', told: /*i18n*/ 'the goods were not wanted', needsPhoto: false },
  'not-reached': { choice: 'I could not get there', told: /*i18n*/ 'our rider could not get there', needsPhoto: false },
  goods: {
    choice: 'The goods were damaged or missing',
    told: /*i18n*/ 'the goods were not as they should be',
    needsPhoto: false,
  },
} as const satisfies Record<string, Reason>

export type FailReason = keyof typeof failReasons
export const FAIL_REASONS = Object.keys(failReasons) as FailReason[]

/** The fee pays for so many tries. */
const TRIES_PAID_FOR = 2

/** After the last try that was paid for the goods await their buyer; what was ours costs the buyer no try. */
export const afterFailure = (countedTries: number): 'try-again' | 'collect' =>
  countedTries >= TRIES_PAID_FOR ? 'collect' : 'try-again'
