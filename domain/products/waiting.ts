import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const productWaits = {
  // Public questions about products: the vendor answers, and content staff check reports.
  question: { asked: { on: ['shop'] }, answered: NO_WAIT, reported: { on: ['content'] } },
} as const satisfies {
  question: Record<'asked' | 'answered' | 'reported', Wait>
}
