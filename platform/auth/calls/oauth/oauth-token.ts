import type { PoolClient } from 'pg'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { limit } from '../../limits.ts'
import { appTokenResponse, openAppSession } from '../../oauth/app-sessions.ts'
import { type AuthorizationRow, challengeOf, findByCode, spendCode } from '../../oauth/authorizations.ts'
import { authenticateClient, overOAuthLimit, readOAuthForm } from '../../oauth/client-authentication.ts'
import { hasConsent } from '../../oauth/consents.ts'
import { oauthRefusal } from '../../oauth/oauth-errors.ts'
import { AuthRefusal } from '../../refusals.ts'
import { isBanned } from '../../sessions/sessions.ts'
import { findUserById } from '../../users/users.ts'
import { type GrantWork, refreshAppSession } from './oauth-refresh.ts'

/** POST /oauth/token: tokens for an app, for a code or for a refresh token. */
export async function oauthToken(call: Call): Promise<Response> {
  const form = await readOAuthForm(call)
  const byAddress = limit(call, 'tokenPerAddress', call.network)
  const client = await authenticateClient(call, form)
  // A server redeems the codes of all its people from one address.
  const counted = client.client_type === 'public' ? byAddress : limit(call, 'tokenPerClient', client.id)
  const wait = await call.auth.rateLimits.take([counted])
  if (wait > 0) throw overOAuthLimit(wait)

  const grant = form.get('grant_type')
  if (grant !== 'authorization_code' && grant !== 'refresh_token') {
    throw oauthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  }
  if (!client.grant_types.includes(grant)) {
    throw oauthRefusal('unauthorized_client', `The app is not registered for ${grant}`)
  }
  // A refusal that uses a code up, or ends a session, is returned: throwing it would roll that back.
  const work = grant === 'authorization_code' ? redeemer(form) : refreshAppSession(form)
  const outcome = await call.auth.transact((tx) => work(tx, call, client))
  if (outcome instanceof AuthRefusal) throw outcome
  return jsonResponse(outcome, { headers: { pragma: 'no-cache' } })
}

function redeemer(form: ReadonlyMap<string, string>): GrantWork {
  const code = form.get('code')
  const redirectUri = form.get('redirect_uri')
  const verifier = form.get('code_verifier')
  if (code === undefined || redirectUri === undefined || verifier === undefined) {
    throw oauthRefusal('invalid_request', 'code, redirect_uri and code_verifier are required')
  }
  return async (tx, call, client) => {
    const request = await findByCode(tx, code)
    // Another app's code is left as it was: a stranger must not be able to spoil it.
    if (!request?.user_id || request.client_id !== client.id) return badCode()
    if (request.used_at !== null) return endReplayed(tx, call, request)
    const user = await findUserById(tx, request.user_id)
    const isBound = request.redirect_uri === redirectUri && challengeOf(verifier) === request.code_challenge
    const isAllowed = await isStillAllowed(tx, request)
    if (!isBound || request.is_over || !user || isBanned(user) || !isAllowed) {
      await spendCode(tx, request.id, null)
      return badCode()
    }
    const { scopes, nonce } = request
    const { sessionId, refreshToken } = await openAppSession(tx, call, { userId: user.id, client, scopes })
    await spendCode(tx, request.id, sessionId)
    return appTokenResponse(tx, call, {
      user,
      client,
      sessionId,
      scopes,
      nonce,
      refreshToken: client.grant_types.includes('refresh_token') ? refreshToken : undefined,
    })
  }
}

/** Whether the session that approved is still open, and the person has not taken it back. */
async function isStillAllowed(tx: PoolClient, request: AuthorizationRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from auth.sessions where id = $1 and coalesce(not_after > now(), true) for share',
    [request.approved_in_session_id],
  )
  const { user_id: userId, client_id: clientId, scopes } = request
  return rowCount === 1 && userId !== null && hasConsent(tx, { userId, clientId, scopes })
}

/** Somebody else has the code too, and it is unknown which of the two is the app: what it gave ends (RFC 6749, 4.1.2). */
async function endReplayed(tx: PoolClient, call: Call, request: AuthorizationRow): Promise<AuthRefusal> {
  await tx.query('delete from auth.sessions where id = $1 and oauth_client_id = $2', [
    request.session_id,
    request.client_id,
  ])
  const details = { client_id: request.client_id, session_id: request.session_id }
  await audit(tx, call, { action: 'oauth_code_replayed', userId: request.user_id, details })
  return badCode()
}

function badCode(): AuthRefusal {
  return oauthRefusal('invalid_grant', 'The code is wrong, expired or used, or was made for another request')
}
