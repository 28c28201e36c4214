/** Letters of any script, digits, and characters that never need escaping; no empty part, no `.` and no `..`. */
export function isObjectName(name: string): boolean {
  if (Buffer.byteLength(name) > 1_024 || !/^[\p{L}\p{M}\p{N}!\-_.*'()& $@=;:+,/]+$/u.test(name)) return false
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** Bucket and name from `/{bucket}/{name}`, decoded; null if it is malformed. */
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
