import { type Call, jsonResponse } from '../auth.ts'

/** GET /.well-known/jwks.json: the public keys that verify our tokens. */
export async function jwks(call: Call): Promise<Response> {
  const headers = { 'cache-control': 'public, max-age=600' }
  return jsonResponse(call.auth.signingKeys.publicJwks(), { headers })
}
