const ABSOLUTE_FORM = /^https?:\/\/[^/?#\\]*/i
/** Spaces and control characters, raw or percent-encoded, and everything that is not ASCII: no client sends those in a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const UNPRINTABLE = /[\u0000-\u0020\u007f-\uffff]|%[01][0-9a-f]|%7f/i
/** A second slash, a backslash or an encoded form of either: whatever reads the path next may take what follows for a host. */
const SLASHES = /\/\/|\\|%2f|%5c/i

/**
 * The request target (RFC 9112, section 3.2) as a path and query of this site; null for one that no link of the site has. A path that
 * begins with `//` is an address of another site as soon as it is repeated in a `Location`, so it must reach neither a cache nor a page.
 */
export function ownTarget(target: string): string | null {
  const local = target.replace(ABSOLUTE_FORM, '')
  const rooted = local.startsWith('/') ? local : local === target ? null : `/${local}`
  if (rooted === null || rooted.includes('#')) return null
  const [path = ''] = rooted.split('?', 1)
  return isPlainPath(path) ? rooted : null
}

/** Whether a path stays on its site wherever it is repeated, such as in a redirect. */
export const isPlainPath = (path: string): boolean =>
  path.startsWith('/') && !SLASHES.test(path) && !UNPRINTABLE.test(path)
