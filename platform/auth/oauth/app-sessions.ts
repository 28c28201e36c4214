import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import { hashToken, makeRefreshToken } from '../sessions/refresh-tokens.ts'
import type { User } from '../users/users.ts'
import type { OAuthClientRow } from './clients.ts'
import { presentClaims } from './person-claims.ts'
import type { Scope } from './scopes.ts'

interface NewAppSession {
  userId: string
  client: OAuthClientRow
  scopes: readonly Scope[]
}

/** A session of an app: of the first level, and without a proof of the person, who typed nothing in it. */
export async function openAppSession(
  tx: PoolClient,
  call: Call,
  { userId, client, scopes }: NewAppSession,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = randomUUID()
  const refreshToken = makeRefreshToken()
  await tx.query(
    `insert into auth.sessions (id, user_id, oauth_client_id, scopes, user_agent, ip, not_after)
     values ($1, $2, $3, $4, $5, $6, case when $7::int > 0 then now() + make_interval(secs => $7) end)`,
    [sessionId, userId, client.id, scopes, call.userAgent, call.address, call.auth.settings.sessionLifetimeSeconds],
  )
  await tx.query('insert into auth.refresh_tokens (session_id, token_hash) values ($1, $2)', [
    sessionId,
    hashToken(refreshToken),
  ])
  const details = { method: 'oauth_provider', client_id: client.id, session_id: sessionId }
  await audit(tx, call, { action: 'login', userId, details })
  return { sessionId, refreshToken }
}

interface AppTokens {
  user: User
  client: OAuthClientRow
  sessionId: string
  scopes: readonly Scope[]
  nonce: string | null
  /** Undefined for an app that is not registered for refresh tokens. */
  refreshToken: string | undefined
}

/**
 * The tokens of an app. Its access token is for `/oauth/userinfo` alone: it has neither role nor the audience of this
 * site, so that tables, commands, files, channels and pages refuse it.
 */
export async function appTokenResponse(
  tx: PoolClient,
  call: Call,
  tokens: AppTokens,
): Promise<Record<string, unknown>> {
  const { auth } = call
  const { user, client, sessionId, scopes, nonce, refreshToken } = tokens
  const { rows } = await tx.query<{ now: number; seconds_left: number | null }>(
    `select extract(epoch from now())::int as now, extract(epoch from not_after - now())::int as seconds_left
       from auth.sessions where id = $1`,
    [sessionId],
  )
  const now = rows[0]?.now ?? 0
  const expiresIn = Math.max(1, Math.min(auth.settings.jwtExpirySeconds, rows[0]?.seconds_left ?? Number.MAX_VALUE))
  const times = { iat: now, exp: now + expiresIn }
  const accessToken = await auth.signingKeys.sign({
    sub: user.id,
    aud: userinfoAddress(call),
    client_id: client.id,
    session_id: sessionId,
    scope: scopes.join(' '),
    ...times,
  })
  const idToken = scopes.includes('openid')
    ? await auth.signingKeys.sign({
        ...(await presentClaims(tx, call, { user, scopes })),
        aud: client.id,
        ...times,
        ...(nonce !== null && { nonce }),
      })
    : null
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    scope: scopes.join(' '),
    ...(idToken !== null && { id_token: idToken }),
  }
}

/** The audience of every access token of an app. */
export function userinfoAddress(call: Call): string {
  return `${call.auth.settings.externalUrl}/oauth/userinfo`
}
