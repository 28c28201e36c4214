interface ShapeLimits {
  /** Maximum nesting of arrays and objects. */
  maxDepth: number
  /** Maximum number of commas and opening brackets, an upper bound of the number of values. */
  maxValues: number
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Scans the brackets and commas of JSON without parsing it: a few milliseconds a megabyte, whereas parsing a deeply
 * nested or fragmented body of that size takes a hundred times as long and blocks all requests. JSON's structural
 * characters are single bytes in UTF-8.
 */
export function shapeFlaw(bytes: Uint8Array, { maxDepth, maxValues }: ShapeLimits): 'too-deep' | 'too-many' | null {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at + 1)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > maxDepth) return 'too-deep'
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    else if (byte === COMMA) values += 1
    if (values > maxValues) return 'too-many'
  }
  return null
}

/** Position of the closing quote, or of the end. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at += 1
  }
  return bytes.length
}
