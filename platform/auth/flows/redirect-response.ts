import type { AuthRefusal } from '../refusals.ts'
import type { SessionResponse } from '../sessions/sessions.ts'

/** The parameters of the address the browser is redirected to. */
export interface RedirectParameters {
  query?: Record<string, string>
  fragment?: Record<string, string>
}

/** 303, so that the browser continues with GET. Tokens go into the fragment, which servers never see. */
export function redirectTo(target: URL, { query, fragment }: RedirectParameters, status: 302 | 303 = 303): Response {
  const url = new URL(target)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  if (fragment) url.hash = new URLSearchParams(fragment).toString()
  const headers = { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(null, { status, headers })
}

/** A session as parameters for the fragment. */
export function sessionFragment(session: SessionResponse): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
  }
}

/**
 * A refusal as parameters: always in the fragment, and in the query too for clients with PKCE. The empty `sb` is the
 * protocol's mark, by which clients recognise a redirect from the auth service.
 */
export function describeRefusal(refusal: AuthRefusal, isPkce: boolean): RedirectParameters {
  const described = {
    error: OAUTH_ERRORS[refusal.status] ?? 'invalid_request',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  return { ...(isPkce ? { query: described } : {}), fragment: { ...described, sb: '' } }
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}
