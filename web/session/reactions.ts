import type { AuthChangeEvent } from '@supabase/auth-js'
import { OLD_SESSION_LINK_SECONDS } from '#domain/limits.ts'

export type Reaction = 'revalidate' | 'renew-token' | 'choose-password' | 'nothing'

/** The page's reaction to an event of the auth client. `viewerId` is the user for whom the page was rendered. */
export function authEventReaction(
  event: AuthChangeEvent,
  { sessionUserId, viewerId }: { sessionUserId: string | null; viewerId: string | null },
): Reaction {
  switch (event) {
    // Repeated whenever the page becomes visible; only a different user matters.
    case 'INITIAL_SESSION':
    case 'SIGNED_IN':
    case 'SIGNED_OUT':
      return sessionUserId === viewerId ? 'nothing' : 'revalidate'
    case 'TOKEN_REFRESHED':
      return sessionUserId === viewerId ? 'renew-token' : 'revalidate'
    case 'PASSWORD_RECOVERY':
      return 'choose-password'
    case 'USER_UPDATED':
    case 'MFA_CHALLENGE_VERIFIED':
      return 'revalidate'
    default:
      return 'nothing'
  }
}

/** Tokens in a URL's hash (`#access_token=…`), as in links of the implicit flow; null if there are none. */
export function sessionInHash(hash: string, nowSeconds: number): { isOld: boolean } | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  if (!params.has('access_token')) return null
  const issuedAt = Number(params.get('expires_at')) - Number(params.get('expires_in'))
  return { isOld: issuedAt > 0 && nowSeconds - issuedAt > OLD_SESSION_LINK_SECONDS }
}
