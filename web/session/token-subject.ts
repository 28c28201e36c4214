/** The person an access token speaks for; not verified, which only the server can do. Null for anything that is no token. */
export function tokenSubject(token: string | null | undefined): string | null {
  return tokenClaim(token, 'sub')
}

/** A text claim of an access token. */
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
