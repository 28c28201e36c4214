import { bearerToken } from '#platform/http/guards/keys.ts'
import { isUuid } from '../../addresses.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { userinfoAddress } from '../../oauth/app-sessions.ts'
import { hasConsent } from '../../oauth/consents.ts'
import { oauthRefusal } from '../../oauth/oauth-errors.ts'
import { presentClaims } from '../../oauth/person-claims.ts'
import { parseScopes } from '../../oauth/scopes.ts'
import type { AuthRefusal } from '../../refusals.ts'
import { isBanned } from '../../sessions/sessions.ts'
import { findUserById } from '../../users/users.ts'

/** GET and POST /oauth/userinfo: what the person allowed the app to know, as it is now. */
export async function userinfo(call: Call): Promise<Response> {
  const token = bearerToken(call.request)
  if (token === null) {
    throw oauthRefusal('invalid_token', 'An access token is required', { status: 401, authenticate: 'Bearer' })
  }
  const claims = await call.auth.signingKeys.verifyAppToken(token, userinfoAddress(call))
  if (!claims || ![claims.sub, claims.client_id, claims.session_id].every(isUuid)) throw badToken()
  const scopes = parseScopes(claims.scope) ?? []
  const person = await call.auth.transact(async (tx) => {
    const { rowCount } = await tx.query(
      `select from auth.sessions
        where id = $1 and user_id = $2 and oauth_client_id = $3 and coalesce(not_after > now(), true)`,
      [claims.session_id, claims.sub, claims.client_id],
    )
    const user = rowCount === 1 ? await findUserById(tx, claims.sub) : null
    if (!user || isBanned(user)) return null
    if (!(await hasConsent(tx, { userId: user.id, clientId: claims.client_id, scopes }))) return null
    return presentClaims(tx, call, { user, scopes })
  })
  if (!person) throw badToken()
  return jsonResponse(person)
}

function badToken(): AuthRefusal {
  const authenticate = 'Bearer error="invalid_token"'
  return oauthRefusal('invalid_token', 'The access token is wrong or has ended', { status: 401, authenticate })
}
