import type { PoolClient } from 'pg'
import type { Call } from '../auth.ts'
import type { User } from '../users/users.ts'
import type { Scope } from './scopes.ts'

/** The claims of OpenID Connect about a person that the scopes allow. An unconfirmed address is not theirs yet. */
export async function presentClaims(
  tx: PoolClient,
  call: Call,
  { user, scopes }: { user: User; scopes: readonly Scope[] },
): Promise<Record<string, unknown>> {
  const claims: Record<string, unknown> = { sub: user.id }
  if (scopes.includes('email') && user.email) {
    claims.email = user.email
    claims.email_verified = user.email_confirmed_at !== null
  }
  if (scopes.includes('phone') && user.phone) {
    claims.phone_number = `+${user.phone}`
    claims.phone_number_verified = user.phone_confirmed_at !== null
  }
  if (scopes.includes('profile')) {
    const name = await call.auth.nameOf(tx, user)
    if (name) claims.name = name
    claims.updated_at = Math.floor(user.updated_at.getTime() / 1000)
  }
  return claims
}
