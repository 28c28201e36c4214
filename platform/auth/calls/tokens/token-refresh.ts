import type { PoolClient } from 'pg'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { limit } from '../../limits.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { isRefreshTokenShaped, rotate } from '../../sessions/refresh-tokens.ts'
import { refuseBanned, type SessionResponse, type SessionRow, sessionResponse } from '../../sessions/sessions.ts'
import { findUserById } from '../../users/users.ts'

const Body = z.object({ refresh_token: z.string().nullish() })

/** POST /token?grant_type=refresh_token. Overload answers 503, which clients retry; a 429 would sign people out. */
export async function grantRefreshToken(call: Call): Promise<Response> {
  const { refresh_token: token } = await readBody(call.request, Body)
  if (!token) {
    throw new AuthRefusal(400, 'validation_failed', 'refresh_token required', { oauth: 'invalid request' })
  }
  if (!isRefreshTokenShaped(token)) throw invalid('Refresh token is not valid')
  try {
    if ((await call.auth.rateLimits.take([limit(call, 'tokenPerAddress', call.network)])) > 0) throw overloaded()
    const outcome = await call.auth.transact((tx) => refresh(tx, call, token))
    if (outcome instanceof AuthRefusal) throw outcome
    return jsonResponse(outcome)
  } catch (error) {
    if (error instanceof AuthRefusal) throw error
    call.auth.reportFault(error)
    throw overloaded()
  }
}

/** Returns a refusal instead of throwing it where the family's revocation must be committed. */
async function refresh(tx: PoolClient, call: Call, token: string): Promise<SessionResponse | AuthRefusal> {
  const { reuseIntervalSeconds } = call.auth.settings
  const rotation = await rotate(tx, token, { reuseIntervalSeconds, clientId: null })
  if (rotation.kind === 'not-found') {
    return refused('refresh_token_not_found', 'Refresh Token Not Found')
  }
  if (rotation.kind === 'session-expired') return refused('session_expired', 'Session Expired')
  if (rotation.kind === 'replayed') {
    const details = { session_id: rotation.sessionId }
    await audit(tx, call, { action: 'token_replayed', userId: rotation.userId, details })
    return refused('refresh_token_already_used', 'Already Used')
  }
  const { rows } = await tx.query<SessionRow>(
    `update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2, ip = $3 where id = $1
     returning id, user_id, factor_id, aal, created_at`,
    [rotation.sessionId, call.userAgent, call.address],
  )
  const session = rows[0]
  const user = session ? await findUserById(tx, session.user_id) : null
  if (!session || !user) return refused('session_not_found', 'No Valid Session Found')
  refuseBanned(user, 400)
  return sessionResponse(tx, call.auth, { user, session, refreshToken: rotation.token })
}

function refused(
  code: 'refresh_token_not_found' | 'session_expired' | 'refresh_token_already_used' | 'session_not_found',
  reason: string,
): AuthRefusal {
  return new AuthRefusal(400, code, `Invalid Refresh Token: ${reason}`)
}

function overloaded(): AuthRefusal {
  return new AuthRefusal(503, 'unexpected_failure', 'The service is busy, please try again', { retryAfterSeconds: 2 })
}
