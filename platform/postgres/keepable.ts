/** NUL or half a surrogate pair, as `JSON.stringify` writes them; after an even number of backslashes it is plain text. */
const UNKEEPABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * Whether PostgreSQL can store all texts and names in a JSON value: it accepts neither NUL nor half a surrogate pair.
 * Values nested too deeply to serialize cannot be stored either.
 */
export function isKeepable(value: unknown): boolean {
  try {
    return !UNKEEPABLE.test(JSON.stringify(value) ?? '')
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
