import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { joinTexts } from '#domain/texts/errors.ts'

export const buyRefusals = {
  missing: {
    buy_not_found: joinTexts.notFound,
  },
  conflict: {
    buy_not_active: joinTexts.notActive,
    quantity_exceeds_spots: joinTexts.exceedsSpots,
    no_places_left: /*i18n*/ 'All places in this group buy are taken.',
    price_vote_open: /*i18n*/ 'The people in this group buy are answering whether they stay at a higher price.',
    places_offered: /*i18n*/ 'What is free is held for people on the waiting list. You can put yourself on it.',
    places_free: /*i18n*/ 'There is room for that now. Join the group buy instead of waiting.',
    offer_waits: /*i18n*/ 'What you waited for is held for you now. Join, or give it to the next person.',
    own_quantity_changed: /*i18n*/ 'Your part of this group buy has changed since you saw it. Nothing was ordered.',
    leaving_closed: /*i18n*/ 'You can no longer leave this order.',
    leaving_costs_more:
      /*i18n*/ 'Leaving costs more than it did when this page was loaded. You are still in; look at the new amounts.',
    leaving_uncovered:
      /*i18n*/ 'You cannot leave now: people who joined after you were promised a price that counts on you, and your goods money does not cover the difference.',
    reducing_closed: /*i18n*/ 'You can no longer lower the quantity of this order.',
    order_changed: /*i18n*/ 'This order has changed since you saw it. Please look at it again.',
  },
} as const satisfies RefusalTexts
