import type { Source } from './laws.ts'

/**
 * Sentences that begin so restate a name or personify it: a comment says what a thing returns, takes or guarantees, and
 * why.
 */
const OPENERS = /(?:^|[.!?] )(Of|So many|So much|So long|Whoever|Nobody|Who|What|Without what)\b/

/** Words outside the field's English, in comments. */
const WORDS = /\b(whoever|nobody|anew|besides|by itself)\b|\b(in all)(?=[.,;:]|$)/i

/** Comments in the English of the field (STYLE.md). */
export function commentsAreInPlainEnglish({ path, text }: Source): string[] {
  if (GENERATED.some((pattern) => pattern.test(path))) return []
  return commentsOf(path, text).flatMap((comment) => {
    const opener = OPENERS.exec(comment)?.[1]
    const word = WORDS.exec(comment)?.[0]
    const start = comment.slice(0, 60)
    return [
      ...(opener ? [`${path}: a sentence begins with "${opener}": ${start}`] : []),
      ...(word ? [`${path}: write "${word}" in plain English: ${start}`] : []),
    ]
  })
}

/** Generated, or applied already and therefore fixed. */
const GENERATED = [/^database\/(schema\.sql|types\.ts)$/, /\/tables\/\d{4}_/]

/** Each comment of a source as one line of text; consecutive line comments are one. */
export function commentsOf(path: string, text: string): string[] {
  const blocks = path.endsWith('.sql')
    ? []
    : [...text.matchAll(/(?<![^\s({[,;=>])\/\*\*?(?!i18n|as is)([\s\S]*?)\*\//g)]
  const marker = path.endsWith('.sql') ? '--' : '//'
  const lines = [...text.matchAll(new RegExp(`(?:^[ \\t]*${marker}(?!/).*\\n?)+|[ \\t]${marker} .*$`, 'gm'))]
  return [
    ...blocks.map(([, body = '']) => body.replace(/\s*\n\s*\*?\s*/g, ' ').trim()),
    ...lines.map(([body]) =>
      body
        .replaceAll(new RegExp(`^[ \\t]*${marker} ?`, 'gm'), '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  ]
}
