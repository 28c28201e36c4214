import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const settingRefusals = {
  conflict: {
    rate_to_confirm: 'Type the new rate to confirm it.',
  },
} as const satisfies RefusalTexts
