import type { PoolClient } from 'pg'
import { bearerToken } from '#platform/http/guards/keys.ts'
import { isUuid } from '../addresses.ts'
import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { findUserById, type User } from '../users/users.ts'
import { refuseBanned, type SessionRow } from './sessions.ts'
import type { AccessClaims } from './tokens.ts'

export interface Caller {
  user: User
  /** `proof_age_s`: seconds since the person last proved their identity in this session. */
  session: SessionRow & { proof_age_s: number }
  claims: AccessClaims
}

/** The claims of the request's user token. The signature is checked before any query. */
export async function readClaims(call: Call): Promise<AccessClaims & { sub: string; session_id: string }> {
  const token = bearerToken(call.request)
  if (!token) throw new AuthRefusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = token.startsWith('sb_') ? null : await call.auth.signingKeys.verifyAccessToken(token)
  if (!claims) {
    throw new AuthRefusal(
      403,
      'bad_jwt',
      'invalid JWT: unable to parse or verify signature, token is malformed or expired',
    )
  }
  const { sub, session_id: sessionId } = claims
  if (!sub || !isUuid(sub)) throw new AuthRefusal(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (typeof sessionId !== 'string' || !isUuid(sessionId))
    throw new AuthRefusal(403, 'bad_jwt', 'invalid claim: missing session_id claim')
  return { ...claims, sub, session_id: sessionId }
}

/** The caller, read from the database: a signed-out session no longer counts, whatever its token says. */
export async function requireCaller(tx: PoolClient, call: Call, options: { lock?: boolean } = {}): Promise<Caller> {
  const claims = await readClaims(call)
  const user = await findUserById(tx, claims.sub, options)
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  refuseBanned(user)
  const { rows } = await tx.query<Caller['session']>(
    `select id, user_id, factor_id, aal, created_at,
       extract(epoch from now() - coalesce((select max(updated_at) from auth.mfa_amr_claims where session_id = s.id),
         created_at))::float8 as proof_age_s
       from auth.sessions s
      where id = $1 and user_id = $2 and oauth_client_id is null and coalesce(not_after > now(), true)`,
    [claims.session_id, claims.sub],
  )
  const session = rows[0]
  if (!session) {
    throw new AuthRefusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, session, claims }
}

/** Users with a second factor must have used it in this session before they change how they sign in. */
export function requireHighestAal(caller: Caller, message: string, status = 401): void {
  const hasFactor = caller.user.factors.some((factor) => factor.status === 'verified')
  if (hasFactor && caller.session.aal !== 'aal2') throw new AuthRefusal(status, 'insufficient_aal', message)
}
