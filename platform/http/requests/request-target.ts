const ABSOLUTE_FORM = /^https?:\/\/[^/?#\\]*/i
/** Spaces and control characters, raw or percent-encoded, and non-ASCII characters: no client sends them in a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const UNPRINTABLE = /[\u0000-\u0020\u007f-\uffff]|%[01][0-9a-f]|%7f/i
/**
 * A second slash, a backslash or an encoded form of either: the next parser of the path may take what follows for a
 * host.
 */
const SLASHES = /\/\/|\\|%2f|%5c/i

/**
 * Normalises a request target (RFC 9112, section 3.2) to a path and query of this site; null if it is invalid. A path
 * that begins with `//` becomes the address of another site when it is repeated in a `Location`, so it must reach
 * neither a cache nor a page.
 */
export function normaliseTarget(target: string): string | null {
  const local = target.replace(ABSOLUTE_FORM, '')
  const rooted = local.startsWith('/') ? local : local === target ? null : `/${local}`
  if (rooted === null || rooted.includes('#')) return null
  const [path = ''] = rooted.split('?', 1)
  return isPlainPath(path) ? rooted : null
}

/** Whether a path stays on its site wherever it is repeated, such as in a redirect. */
export const isPlainPath = (path: string): boolean =>
  path.startsWith('/') && !SLASHES.test(path) && !UNPRINTABLE.test(path)
