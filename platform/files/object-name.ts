/**
 * Whether a name consists of letters of any script, digits and characters that need no escaping, without empty, `.` or
 * `..` segments.
 */
export function isObjectName(name: string): boolean {
  if (Buffer.byteLength(name) > 1_024 || !/^[\p{L}\p{M}\p{N}!\-_.*'()& $@=;:+,/]+$/u.test(name)) return false
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** Parses `/{bucket}/{name}`, percent-decoded; null if it is malformed. */
export function readObjectPath(path: string): { bucket: string; name: string } | null {
  try {
    const decoded = decodeURIComponent(path.replace(/^\//, ''))
    const slash = decoded.indexOf('/')
    if (slash <= 0) return null
    const [bucket, name] = [decoded.slice(0, slash), decoded.slice(slash + 1)]
    return isObjectName(name) ? { bucket, name } : null
  } catch {
    return null
  }
}
