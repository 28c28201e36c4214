import { tooMuch } from '../errors/errors.ts'

/** Maximum length of a regular expression; no screen sends one, and clients search for words. */
const MAX_EXPRESSION_CHARACTERS = 100
/** `*`, `+`, `?` and `{…}` of one expression. */
const MAX_REPEATS = 10
/**
 * How often `{…}` may write out what it repeats, multiplied over all of them: PostgreSQL does so before it looks at a
 * row.
 */
const MAX_COPIES = 200
/** `%`, its alias `*`, and `_` of one LIKE pattern: each `%` may be tried at every place of a text. */
const MAX_WILDCARDS = 20
const MAX_LIKE_CHARACTERS = 1_000
/** Maximum length of a text search, because each of its words is looked up separately. */
const MAX_SEARCH_CHARACTERS = 500

/** Throws PGRST100 for a pattern that may be too expensive for the database, whatever the rows. */
export function checkPattern(operator: string, value: string): void {
  if (operator === 'match' || operator === 'imatch') checkExpression(value)
  else if (operator === 'like' || operator === 'ilike') {
    const wildcards = value.match(/[%*_]/g)?.length ?? 0
    if (value.length > MAX_LIKE_CHARACTERS || wildcards > MAX_WILDCARDS) {
      throw tooCostly(`A pattern has at most ${MAX_LIKE_CHARACTERS} characters and ${MAX_WILDCARDS} wildcards`)
    }
  } else if (/^(|pl|ph|w)fts$/.test(operator) && value.length > MAX_SEARCH_CHARACTERS) {
    throw tooCostly(`A text search has at most ${MAX_SEARCH_CHARACTERS} characters`)
  }
}

function checkExpression(value: string): void {
  if (value.length > MAX_EXPRESSION_CHARACTERS) {
    throw tooCostly(`A regular expression has at most ${MAX_EXPRESSION_CHARACTERS} characters`)
  }
  // An escaped backslash begins nothing.
  const plain = value.replaceAll('\\\\', '')
  if (/\\[1-9]|\(\?|^\*\*\*/.test(plain)) {
    throw tooCostly('A regular expression may not look around, refer back or change its own rules')
  }
  const repeats = plain.match(/[*+?]|\{\d/g)?.length ?? 0
  const copies = [...plain.matchAll(/\{(\d+)(?:,(\d*))?/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(least), Number(most ?? 0)),
    1,
  )
  if (repeats > MAX_REPEATS || copies > MAX_COPIES) {
    throw tooCostly(`A regular expression repeats at most ${MAX_REPEATS} times, and ${MAX_COPIES} copies altogether`)
  }
}

const tooCostly = (message: string) => tooMuch(message, 'Look for words with ilike or wfts instead.')
