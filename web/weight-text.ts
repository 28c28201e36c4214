import type { I18n } from '@lingui/core'

/** What a row says of its weight, in the reader's language: "1 bag, about 50 kg" (`amountText`). */
export function weightIn(i18n: I18n, weight: string): string {
  return weight.split(', ').map(inWords).join(', ')

  function inWords(part: string): string {
    const [, amount] = /^about (.+)$/.exec(part) ?? []
    return amount ? i18n.t('about {amount}', { amount }) : part
  }
}
