import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

/** Refusals of commands alone. Not with those of buys, whose texts every page of a buyer loads. */
export const packRefusals = {
  invalid: {
    up_to_not_possible: /*i18n*/ 'These goods do not come in packs. Choose one quantity.',
  },
} as const satisfies RefusalTexts
