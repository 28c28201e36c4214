import type { I18n } from '@lingui/core'
import { sentencesOf } from './i18n.ts'

/**
 * What the server said in English, in the reader's language: the whole text if the catalogue has it, otherwise sentence by sentence. A
 * sentence that it does not have stays as it is.
 */
export function told(i18n: I18n, text: string): string {
  if (i18n.locale === 'en') return text
  if (i18n.messages[text] !== undefined) return i18n.t(text)
  return text
    .split(/(?<=[.!?])(\s+)/)
    .map((sentence) => said(i18n, sentence))
    .join('')
}

function said(i18n: I18n, sentence: string): string {
  if (i18n.messages[sentence] !== undefined) return i18n.t(sentence)
  for (const known of sentencesOf(i18n)) {
    const found = known.includes('{') ? patternOf(known).exec(sentence) : null
    if (found) return i18n.t(known, valuesOf(i18n, found.groups))
  }
  return sentence
}

/** What stands in the places of a sentence; a label or a word of ours among them has its own text. */
function valuesOf(i18n: I18n, groups: Readonly<Record<string, string>> = {}): Record<string, string> {
  const known = (value: string) => (i18n.messages[value] === undefined ? value : i18n.t(value))
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, known(value)]))
}

/** An amount, so that what begins with one is not taken for what begins with anything else. */
const NAIRA = '₦[\\d,]+(?:\\.\\d\\d)?'

const patterns = new Map<string, RegExp>()

function patternOf(sentence: string): RegExp {
  const known = patterns.get(sentence)
  if (known) return known
  const parts = sentence.split(/\{(\w+)\}/)
  const source = parts.map((part, at) =>
    at % 2 ? `(?<${part}>${part === 'naira' ? NAIRA : '.+?'})` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  const pattern = new RegExp(`^${source.join('')}$`, 's')
  patterns.set(sentence, pattern)
  return pattern
}
