import type { PoolClient } from 'pg'
import { bearerToken, keyRole } from '#platform/http/guards/keys.ts'
import { isUuid } from './addresses.ts'
import type { Call } from './auth.ts'
import { AuthRefusal, invalid } from './refusals.ts'
import { findUserById, type User } from './users/users.ts'

/** Admin calls need the secret key, or a token that one of our keys signed for the service itself. */
export async function requireAdmin(call: Call): Promise<void> {
  const token = bearerToken(call.request)
  if (!token) throw new AuthRefusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (keyRole(token, call.auth.apiKeys) === 'service_role') return
  const claims = token.startsWith('sb_') ? null : await call.auth.signingKeys.verifyAccessToken(token)
  if (claims?.role === 'service_role') return
  throw new AuthRefusal(403, 'not_admin', 'User not allowed')
}

export async function requireUserOfPath(tx: PoolClient, call: Call, options: { lock?: boolean } = {}): Promise<User> {
  const id = call.params.userId ?? ''
  if (!isUuid(id)) throw new AuthRefusal(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(tx, id, options)
  if (!user) throw new AuthRefusal(404, 'user_not_found', 'User not found')
  return user
}

/** "none", or hours, minutes and seconds such as "24h" or "1h30m". Returns seconds, 0 for none. */
export function parseDuration(text: string): number {
  if (text === 'none') return 0
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(text)
  if (!parts || text === '') throw invalid('invalid format for ban duration')
  const [, hours = 0, minutes = 0, seconds = 0] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
