/** NUL or a lone surrogate, as `JSON.stringify` escapes them; after an even number of backslashes it is plain text. */
const NOT_STORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * Whether PostgreSQL can store all strings and keys of a JSON value: it accepts neither NUL nor lone surrogates. False
 * also for values nested too deeply to serialize.
 */
export function isStorable(value: unknown): boolean {
  try {
    return !NOT_STORABLE.test(JSON.stringify(value) ?? '')
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
