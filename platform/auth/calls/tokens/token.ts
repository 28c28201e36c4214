import type { Call } from '../../auth.ts'
import { AuthRefusal } from '../../refusals.ts'
import { grantIdToken } from './token-id-token.ts'
import { grantPassword } from './token-password.ts'
import { grantPkce } from './token-pkce.ts'
import { grantRefreshToken } from './token-refresh.ts'

const grants: Record<string, (call: Call) => Promise<Response>> = {
  password: grantPassword,
  refresh_token: grantRefreshToken,
  pkce: grantPkce,
  id_token: grantIdToken,
}

/** POST /token: a session, by the grant type in the query. */
export async function token(call: Call): Promise<Response> {
  const name = call.url.searchParams.get('grant_type') ?? ''
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
  if (name === 'web3') throw new AuthRefusal(422, 'web3_provider_disabled', 'Web3 provider is disabled')
  if (!grant) throw new AuthRefusal(400, 'invalid_credentials', 'unsupported_grant_type')
  return grant(call)
}
