interface ShapeLimits {
  /** Lists and objects within each other. */
  maxDepth: number
  /** Commas and opening brackets, which is at least one for each value. */
  maxValues: number
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Reads the brackets and commas of JSON without parsing it: a few milliseconds a megabyte, while parsing a deep or finely divided
 * body of that size takes a hundred times as long and blocks everybody. Signs of JSON's own are single bytes in UTF-8.
 */
export function shapeFlaw(bytes: Uint8Array, { maxDepth, maxValues }: ShapeLimits): 'too-deep' | 'too-many' | null {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at]
    if (sign === QUOTE) at = endOfString(bytes, at + 1)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > maxDepth) return 'too-deep'
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
    else if (sign === COMMA) values += 1
    if (values > maxValues) return 'too-many'
  }
  return null
}

/** Where the closing quote is, or the end. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at += 1
  }
  return bytes.length
}
