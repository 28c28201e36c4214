import type { I18n } from '@lingui/core'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

/** Formats a text in the user's language. A text that is not in the catalogue stays in English, or as it was typed. */
export function translate(i18n: I18n, text: TranslatableText): string {
  if (typeof text === 'string') return isWithoutValues(i18n.messages[text]) ? i18n.t(text) : text
  if (!('text' in text)) return text.map((part) => translate(i18n, part)).join(' ')
  const values = Object.entries(text.values).map(([name, value]) => [
    name,
    typeof value === 'object' ? translate(i18n, value) : value,
  ])
  return i18n.t(text.text, Object.fromEntries(values))
}

/** False for messages with placeholders, so that a typed "{naira}" is shown as typed. */
function isWithoutValues(message: unknown): boolean {
  return typeof message === 'string' || (Array.isArray(message) && message.every((part) => typeof part === 'string'))
}
