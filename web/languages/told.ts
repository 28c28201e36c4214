import type { I18n } from '@lingui/core'
import { sentencesOf } from './i18n.ts'

/**
 * What the server said in English, in the reader's language: the whole text if the catalogue has it, otherwise sentence by sentence. A
 * sentence that it does not have stays as it is.
 */
export function told(i18n: I18n, text: string): string {
  if (i18n.locale === 'en') return text
  return said(i18n, text) ?? text.replace(/\S.*?[.!?](?=\s|$)/g, (sentence) => said(i18n, sentence) ?? sentence)
}

function said(i18n: I18n, text: string): string | null {
  if (i18n.messages[text] !== undefined) return i18n.t(text)
  for (const sentence of sentencesOf(i18n)) {
    const found = sentence.includes('{') ? patternOf(sentence).exec(text) : null
    if (found) return i18n.t(sentence, valuesOf(i18n, found.groups))
  }
  return null
}

/** What stands in the places of a sentence; a label or a word of ours among them has its own text. */
function valuesOf(i18n: I18n, groups: Readonly<Record<string, string>> = {}): Record<string, string> {
  const known = (value: string) => (i18n.messages[value] === undefined ? value : i18n.t(value))
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, known(value)]))
}

const patterns = new Map<string, RegExp>()

function patternOf(sentence: string): RegExp {
  const known = patterns.get(sentence)
  if (known) return known
  const parts = sentence.split(/\{(\w+)\}/)
  const source = parts.map((part, at) => (at % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const pattern = new RegExp(`^${source.join('')}$`, 's')
  patterns.set(sentence, pattern)
  return pattern
}
