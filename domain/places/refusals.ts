import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const placeRefusals = {
  conflict: {
    choice_closed:
      /*i18n*/ 'You can no longer change where this order goes. Write to the vendor if something is wrong.',
    place_needed: /*i18n*/ 'Choose where your food goes before you pay.',
    place_closed: /*i18n*/ 'This place no longer takes orders. Please choose another.',
    place_closed_that_day: /*i18n*/ 'This place is closed on the day of sharing. Please choose another.',
    place_not_found: /*i18n*/ 'This order cannot be collected there.',
    address_not_found: /*i18n*/ 'This address was not found. It may have been removed.',
    not_delivered_there: /*i18n*/ 'Nobody delivers to this address yet. Collect the order, or choose another address.',
    not_stockpiled: /*i18n*/ 'Only food that keeps can be stockpiled, and something in this order does not keep.',
    weight_unknown: /*i18n*/ 'We do not know how much these goods weigh, so we cannot keep room for them.',
    no_room: /*i18n*/ 'There is no room left at this place for so much.',
    other_state: /*i18n*/ 'This is collected in another state. Please confirm that you can collect it there.',
    difference_due: /*i18n*/ 'This costs more, and your order is paid. Please pay the difference first.',
    no_difference: /*i18n*/ 'This way costs no more than yours. Please choose it again.',
    only_delivery: /*i18n*/ 'It is ready now: you can still have it brought to your door.',
    too_many_addresses: /*i18n*/ 'You can keep 10 addresses. Remove one you no longer use first.',
    place_in_use: 'Orders are still to be handed over there. Close it once they are.',
  },
} as const satisfies RefusalTexts
