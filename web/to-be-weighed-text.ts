import type { I18n } from '@lingui/core'
import { weightText } from '#domain/packing/weight-text.ts'

/** Goods by weight that are paid for and not weighed yet. */
export const toBeWeighedText = (i18n: I18n, mostGrams: number): string =>
  i18n.t('Sold by weight: you pay for up to {most}. It is weighed before you get it, and the rest comes back.', {
    most: weightText(mostGrams),
  })
