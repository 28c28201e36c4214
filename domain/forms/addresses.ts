// Addresses of pictures and links, which only staff and shops enter.

import { isBlank, missing, type Reader } from './validation.ts'

/** A picture's path on this site; rejects `/\\host` and `//host`, which lead to other sites. */
export function picture(rule: { label: string }): Reader<string> {
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    const value = typeof raw === 'string' ? raw.trim() : ''
    if (value.length <= 2000 && /^\/(?![/\\])[^\s\\]*$/.test(value) && !climbs(value)) return { value }
    return { error: `${rule.label} must be on this site: an address that starts with a single /.` }
  }
}

/** A link: an https address, or a path on this site. */
export function link(rule: { label: string }): Reader<string> {
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    const value = typeof raw === 'string' ? raw.trim() : ''
    const fits = value.length <= 2000 && /^(?:https:\/\/[^\s/\\@]+(?:[/?#]\S*)?|\/(?![/\\])[^\s\\]*)$/.test(value)
    const isOwn = value.startsWith('/')
    return fits && !(isOwn && climbs(value))
      ? { value }
      : { error: `${rule.label} must start with https:// or with a single /.` }
  }
}

/** True for `.` or `..` segments, encoded or not, and for sequences that browsers and servers interpret differently. */
function climbs(address: string): boolean {
  const path = address.replace(/[?#].*$/s, '')
  return /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|$)/i.test(path) || /\/\/|%5c|%00/i.test(path)
}
