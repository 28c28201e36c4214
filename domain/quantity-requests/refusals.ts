import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const quantityRequestRefusals = {
  conflict: {
    within_maximum: /*i18n*/ 'You may take so many without asking.',
    more_than_the_buy_holds: /*i18n*/ 'The group buy cannot hold so many.',
    request_not_open: /*i18n*/ 'This request has been answered already.',
    request_changed: 'The buyer has just changed the quantity. Look at it again.',
  },
} as const satisfies RefusalTexts
