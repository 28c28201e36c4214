import { AuthRefusal } from '../refusals.ts'

/** The error codes of RFC 6749, 6750 and 7591, and of OpenID Connect, that are answered here. */
export type OAuthError =
  | 'access_denied'
  | 'account_selection_required'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_token'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A refusal in the form of OAuth: `{error, error_description}`. */
export function oauthRefusal(
  error: OAuthError,
  description: string,
  options: { status?: number; authenticate?: string; retryAfterSeconds?: number } = {},
): AuthRefusal {
  const { status = 400, authenticate, retryAfterSeconds } = options
  return new AuthRefusal(status, 'validation_failed', description, {
    oauth: error,
    ...(authenticate !== undefined && { authenticate }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
