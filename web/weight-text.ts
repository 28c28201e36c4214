import type { I18n } from '@lingui/core'

/** Translates a weight of `amountText`, such as "1 bag, about 50 kg", into the user's language. */
export function translateWeight(i18n: I18n, weight: string): string {
  return weight.split(', ').map(translatePart).join(', ')

  function translatePart(part: string): string {
    const [, amount] = /^about (.+)$/.exec(part) ?? []
    return amount ? i18n.t('about {amount}', { amount }) : part
  }
}
