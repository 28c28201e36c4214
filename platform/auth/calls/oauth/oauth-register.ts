import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { guard, limit } from '../../limits.ts'
import { OAuthClientInput, readNewClient } from '../../oauth/client-input.ts'
import { insertClient, presentClient } from '../../oauth/clients.ts'
import { AuthRefusal } from '../../refusals.ts'

/** POST /oauth/clients/register: an app registers itself (RFC 7591), where the operator allows that. */
export async function registerClient(call: Call): Promise<Response> {
  if (!call.auth.settings.oauthRegistrationEnabled) {
    const text = 'Dynamic client registration is not enabled'
    throw new AuthRefusal(403, 'oauth_dynamic_client_registration_disabled', text)
  }
  await guard(call, [limit(call, 'requestPerAddress', `oauth-register:${call.network}`)])
  const input = await readBody(call.request, OAuthClientInput)
  const { client, secret } = readNewClient(call, input, 'dynamic')
  const stored = await call.auth.transact(async (tx) => {
    const row = await insertClient(tx, client)
    await audit(tx, call, { action: 'oauth_client_created', userId: null, details: { client_id: row.id } })
    return row
  })
  const shown = presentClient(stored, secret)
  return jsonResponse(
    {
      ...shown,
      client_id_issued_at: Math.floor(stored.created_at.getTime() / 1000),
      ...(secret && { client_secret_expires_at: 0 }),
    },
    { status: 201 },
  )
}
