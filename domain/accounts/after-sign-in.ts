// Where a person is sent after signing in: back to the page they came from if their role may enter it, else to their
// work or dashboard (specification 2; design.md 7, Routes).
import { landingPath, mayEnter } from './role-areas.ts'
import type { Role } from './roles.ts'

const MAX_PATH_LENGTH = 2000

export function pathAfterSignIn(role: Role, origin: unknown, hasDuties = false): string {
  const path = safeOriginPath(origin)
  return path !== null && !/^\/auth(?:[/?#]|$)/i.test(path) && mayEnter(role, path)
    ? path
    : landingPath(role, hasDuties)
}

/**
 * The path if it cannot leave this site, else null. It comes from a query string or a link in a mail, so it is
 * untrusted: it needs one leading slash and no backslash, `//`, control character or dot segment, however encoded.
 */
export function safeOriginPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > MAX_PATH_LENGTH) return null
  let form = value
  for (let layer = 0; layer < 4; layer += 1) {
    if (!isSameSite(form)) return null
    const decoded = decode(form)
    if (decoded === null) return null
    if (decoded === form) return value
    form = decoded
  }
  return null
}

function isSameSite(path: string): boolean {
  if (path.includes('\\') || path.includes('//')) return false
  if ([...path].some((character) => character < '!' || (character >= '\u007f' && character <= '\u009f'))) return false
  return !path.split(/[/?#]/).some((segment) => segment === '.' || segment === '..')
}

function decode(path: string): string | null {
  try {
    // Encoded spaces are valid in searches; everything else that decodes to a control character or space is rejected.
    return decodeURIComponent(path.replaceAll(/%20/g, '_'))
  } catch {
    return null
  }
}
