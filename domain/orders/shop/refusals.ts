import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

/** Refusals for shops. Not with those of buyers, whose pages would load them. */
export const shopOrderRefusals = {
  conflict: {
    notes_full: 'There are 100 notes here already.',
  },
} as const satisfies RefusalTexts
