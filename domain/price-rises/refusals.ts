import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const priceRiseRefusals = {
  invalid: {
    price_rise_too_high: 'The price may not rise by so much.',
  },
  missing: {
    price_rise_not_found: /*i18n*/ 'The shop has not asked for a higher price here.',
  },
  conflict: {
    price_rise_used: 'You have asked for a higher price in this group buy already. A shop asks once.',
    price_rise_closed: 'A shop asks while the group buy is open or closed, before its price is final.',
    price_rise_needs_people: 'Nobody is in this group buy, so you can change its price yourself.',
    price_rise_too_late:
      'There is too little time: people have 24 hours to answer and 24 hours more to pay before payment is due. If you cannot deliver, cancel the group buy. Everybody gets everything back.',
    price_vote_over: /*i18n*/ 'The time to answer is over.',
    price_accepted: /*i18n*/ 'You have agreed to the new price already.',
    price_answer_needed:
      /*i18n*/ 'The shop asks for a higher price. Say first whether you stay; you can pay after that.',
  },
} as const satisfies RefusalTexts
