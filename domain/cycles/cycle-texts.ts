import type { CyclePeriod } from './rounds.ts'

/** How often a cycle has a round. */
export const periodTexts: Record<CyclePeriod, string> = {
  week: /*i18n*/ 'every week',
  month: /*i18n*/ 'every month',
}
