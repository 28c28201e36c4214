import { type Call, jsonResponse } from '../../auth.ts'
import { SCOPES } from '../../oauth/scopes.ts'

/**
 * GET /.well-known/oauth-authorization-server (RFC 8414) and /.well-known/openid-configuration: where the calls of apps
 * are, and what they may contain.
 */
export async function oauthMetadata(call: Call): Promise<Response> {
  const { settings, signingKeys } = call.auth
  const at = (path: string) => `${settings.externalUrl}${path}`
  const methods = ['client_secret_basic', 'client_secret_post', 'none']
  const headers = { 'cache-control': 'public, max-age=600' }
  return jsonResponse(
    {
      issuer: signingKeys.issuer,
      authorization_endpoint: at('/oauth/authorize'),
      token_endpoint: at('/oauth/token'),
      userinfo_endpoint: at('/oauth/userinfo'),
      jwks_uri: at('/.well-known/jwks.json'),
      ...(settings.oauthRegistrationEnabled && { registration_endpoint: at('/oauth/clients/register') }),
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingKeys.algorithm],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'nonce',
        'email',
        'email_verified',
        'phone_number',
        'phone_number_verified',
        'name',
        'updated_at',
      ],
      authorization_response_iss_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
    },
    { headers },
  )
}
