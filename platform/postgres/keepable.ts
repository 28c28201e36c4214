/** NUL or half a surrogate pair, as `JSON.stringify` writes them; an even number of backslashes before is text. */
const UNKEEPABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * Whether PostgreSQL can keep all texts and names in a JSON value: it keeps neither NUL nor half a surrogate pair. What
 * is nested too deeply to be written cannot be kept either.
 */
export function isKeepable(value: unknown): boolean {
  try {
    return !UNKEEPABLE.test(JSON.stringify(value) ?? '')
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
