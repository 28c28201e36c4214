/** The data about a person that an app may read; no scope lets it act for them. */
export const SCOPES = ['openid', 'email', 'phone', 'profile'] as const
export type Scope = (typeof SCOPES)[number]

/** As the protocol's service does, if an app asks for nothing. */
const DEFAULT_SCOPE: Scope = 'email'

/** The scopes in a text with spaces between them, each once and in our order; null if one of them is unknown. */
export function parseScopes(text: string): Scope[] | null {
  const given = text.split(' ').filter((word) => word !== '')
  const known = SCOPES.filter((scope) => given.includes(scope))
  return known.length === new Set(given).size ? known : null
}

/** The scopes of a request; null if one is unknown, or is not among those of the app. */
export function requestedScopes(text: string | null, registered: string | null): Scope[] | null {
  const allowed = registered === null ? [...SCOPES] : (parseScopes(registered) ?? [])
  const asked = parseScopes(text ?? '')
  if (asked === null) return null
  if (asked.length === 0) return allowed.includes(DEFAULT_SCOPE) ? [DEFAULT_SCOPE] : allowed
  return asked.every((scope) => allowed.includes(scope)) ? asked : null
}
