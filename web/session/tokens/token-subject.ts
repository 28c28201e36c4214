/** An access token's user id, unverified: only the server can verify it. Null if the text is not a token. */
export function tokenSubject(token: string | null | undefined): string | null {
  return tokenClaim(token, 'sub')
}

/** A string claim of an access token; null if there is none. */
export function tokenClaim(token: string | null | undefined, name: string): string | null {
  const payload = token?.split('.')[1]
  if (!payload) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const value = typeof claims === 'object' && claims !== null ? Reflect.get(claims, name) : null
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
