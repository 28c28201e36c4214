import { z } from 'zod'
import { isUuid } from '../../addresses.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { redeemFlow } from '../../flows/flow-states.ts'
import { guard, limit } from '../../limits.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { openSession } from '../../sessions/sessions.ts'
import { withoutNulls } from '../../users/users.ts'

const Body = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })

/**
 * POST /token?grant_type=pkce: exchanges the code from a link or provider, with the verifier only the client that asked
 * has.
 */
export async function grantPkce(call: Call): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(call.request, Body)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  if (!isUuid(code)) {
    throw new AuthRefusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  await guard(call, [limit(call, 'tokenPerAddress', call.network)])
  return call.auth.transact(async (tx) => {
    const flow = await redeemFlow(tx, { code, verifier })
    const session = await openSession(tx, call, { userId: flow.userId, proof: flow.proof })
    const provider = withoutNulls({
      provider_token: flow.providerAccessToken,
      provider_refresh_token: flow.providerRefreshToken,
    })
    return jsonResponse({ ...session, ...provider })
  })
}
