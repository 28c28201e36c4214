import type { I18n } from '@lingui/core'
import { sentencesOf } from './i18n.ts'

/**
 * Translates an English text of the server into the user's language: as a whole if the catalogue has it, otherwise
 * sentence by sentence. Sentences that are not in the catalogue stay in English.
 */
export function translate(i18n: I18n, text: string): string {
  if (i18n.locale === 'en') return text
  if (i18n.messages[text] !== undefined) return i18n.t(text)
  return text
    .split(/(?<=[.!?])(\s+)/)
    .map((sentence) => translateSentence(i18n, sentence))
    .join('')
}

function translateSentence(i18n: I18n, sentence: string): string {
  if (i18n.messages[sentence] !== undefined) return i18n.t(sentence)
  for (const known of sentencesOf(i18n)) {
    const found = known.includes('{') ? patternOf(known).exec(sentence) : null
    if (found) return i18n.t(known, parameters(i18n, found.groups))
  }
  return sentence
}

/** The parameters of a matched message; those that are messages themselves, such as labels, are translated. */
function parameters(i18n: I18n, groups: Readonly<Record<string, string>> = {}): Record<string, string> {
  const known = (value: string) => (i18n.messages[value] === undefined ? value : i18n.t(value))
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, known(value)]))
}

/** The pattern of an amount, so that messages that begin with an amount match nothing else. */
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
