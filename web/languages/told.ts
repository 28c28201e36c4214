import type { I18n } from '@lingui/core'
import { sentencesOf } from './i18n.ts'

/** What the server said in English, in the reader's language if the catalogue has the sentence; as it is otherwise. */
export function told(i18n: I18n, text: string): string {
  if (i18n.locale === 'en') return text
  if (i18n.messages[text] !== undefined) return i18n.t(text)
  for (const sentence of sentencesOf(i18n)) {
    const values = sentence.includes('{') ? valuesIn(text, sentence) : null
    if (values) return i18n.t(sentence, values)
  }
  return text
}

/** What stands in the places of a sentence; null if the text is another. */
function valuesIn(text: string, sentence: string): Record<string, string> | null {
  const found = patternOf(sentence).exec(text)
  return found ? { ...found.groups } : null
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
