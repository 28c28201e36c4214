import type { I18n } from '@lingui/core'
import { weightText } from '#domain/packing/weights.ts'

/** Translates a weight of `amountText`, such as "1 bag, about 50 kg", into the user's language. */
export function translateWeight(i18n: I18n, weight: string): string {
  return weight.split(', ').map(translatePart).join(', ')

  function translatePart(part: string): string {
    const [, amount] = /^about (.+)$/.exec(part) ?? []
    return amount ? i18n.t('about {amount}', { amount }) : part
  }
}

/** Goods by weight that are paid for and not weighed yet. */
export const toBeWeighedText = (i18n: I18n, mostGrams: number): string =>
  i18n.t('Sold by weight: you pay for up to {most}. It is weighed before you get it, and the rest comes back.', {
    most: weightText(mostGrams),
  })
