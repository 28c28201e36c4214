import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const productWaits = {
  // Public questions about products: the vendor answers; content staff check reports, and what waits for more than a day.
  question: {
    asked: { on: ['shop'] },
    unanswered: { on: ['content'] },
    answered: NO_WAIT,
    reported: { on: ['content'] },
  },
} as const satisfies {
  question: Record<'asked' | 'unanswered' | 'answered' | 'reported', Wait>
}
