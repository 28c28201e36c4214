import type { PoolClient } from 'pg'
import { audit } from '../../audit.ts'
import type { Call } from '../../auth.ts'
import { appTokenResponse } from '../../oauth/app-sessions.ts'
import type { OAuthClientRow } from '../../oauth/clients.ts'
import { hasConsent } from '../../oauth/consents.ts'
import { oauthRefusal } from '../../oauth/oauth-errors.ts'
import { parseScopes, type Scope } from '../../oauth/scopes.ts'
import type { AuthRefusal } from '../../refusals.ts'
import { isRefreshTokenShaped, rotate } from '../../sessions/refresh-tokens.ts'
import { isBanned } from '../../sessions/sessions.ts'
import { findUserById } from '../../users/users.ts'

/** Exchanges what an app presents for tokens; a refusal is returned where its effect must be committed. */
export type GrantWork = (
  tx: PoolClient,
  call: Call,
  client: OAuthClientRow,
) => Promise<Record<string, unknown> | AuthRefusal>

/** The next tokens of an app, by the same rules of rotation as those of people. It may ask for fewer scopes, never more. */
export function refreshAppSession(form: ReadonlyMap<string, string>): GrantWork {
  const token = form.get('refresh_token')
  if (token === undefined) throw oauthRefusal('invalid_request', 'refresh_token is required')
  const asked = parseScopes(form.get('scope') ?? '')
  if (asked === null) throw oauthRefusal('invalid_scope', 'A scope is unknown')
  return async (tx, call, client) => {
    if (!isRefreshTokenShaped(token)) return badToken()
    const { reuseIntervalSeconds } = call.auth.settings
    const rotation = await rotate(tx, token, { reuseIntervalSeconds, clientId: client.id })
    if (rotation.kind === 'replayed') {
      const details = { session_id: rotation.sessionId, client_id: client.id }
      await audit(tx, call, { action: 'token_replayed', userId: rotation.userId, details })
    }
    if (rotation.kind !== 'rotated') return badToken()
    const { rows } = await tx.query<{ user_id: string; scopes: Scope[] }>(
      `update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2, ip = $3 where id = $1
       returning user_id, coalesce(scopes, '{}') as scopes`,
      [rotation.sessionId, call.userAgent, call.address],
    )
    const session = rows[0]
    const user = session ? await findUserById(tx, session.user_id) : null
    if (!session || !user || isBanned(user)) return badToken()
    const { scopes } = session
    if (!(await hasConsent(tx, { userId: user.id, clientId: client.id, scopes }))) return badToken()
    // Thrown, so that the token that was presented remains the live one.
    if (!asked.every((scope) => scopes.includes(scope))) throw oauthRefusal('invalid_scope', 'A scope was not allowed')
    return appTokenResponse(tx, call, {
      user,
      client,
      sessionId: rotation.sessionId,
      scopes: asked.length > 0 ? asked : scopes,
      nonce: null,
      refreshToken: rotation.token,
    })
  }
}

function badToken(): AuthRefusal {
  return oauthRefusal('invalid_grant', 'The refresh token is wrong, expired or used')
}
