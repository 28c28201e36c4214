import { isUuid } from '../../addresses.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { presentApp } from '../../oauth/clients.ts'
import { listGrants, revoke } from '../../oauth/consents.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { requireCaller } from '../../sessions/bearer.ts'

/** GET /user/oauth/grants: the apps that the caller allows to read their data. */
export async function ownGrants(call: Call): Promise<Response> {
  const grants = await call.auth.transact(async (tx) => {
    const { user } = await requireCaller(tx, call)
    return listGrants(tx, user.id)
  })
  return jsonResponse(
    grants.map((grant) => ({
      client: presentApp(grant),
      scopes: grant.scopes,
      granted_at: grant.granted_at.toISOString(),
    })),
  )
}

/** DELETE /user/oauth/grants?client_id=: takes it back, and ends the sessions of the app. */
export async function revokeOwnGrant(call: Call): Promise<Response> {
  const clientId = call.url.searchParams.get('client_id') ?? ''
  if (!isUuid(clientId)) throw invalid('client_id must be an UUID')
  await call.auth.transact(async (tx) => {
    const { user } = await requireCaller(tx, call)
    if (!(await revoke(tx, { userId: user.id, clientId }))) {
      throw new AuthRefusal(404, 'oauth_consent_not_found', 'No active grant found for this client')
    }
    await audit(tx, call, { action: 'oauth_consent_revoked', userId: user.id, details: { client_id: clientId } })
  })
  return new Response(null, { status: 204 })
}
