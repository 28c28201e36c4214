import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const textMessageRefusals = {
  conflict: {
    phone_not_confirmed: /*i18n*/ 'Confirm your phone number first.',
    text_channel_off: /*i18n*/ 'We do not send notices this way.',
  },
} as const satisfies RefusalTexts
