/**
 * An expected no, in the auth protocol's closed vocabulary. Thrown inside a call, turned into an answer in one place.
 */
export class AuthRefusal extends Error {
  readonly status: number
  readonly code: AuthCode
  readonly extra: RefusalExtra

  constructor(status: number, code: AuthCode, message: string, extra: RefusalExtra = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

interface RefusalExtra {
  /** Why a password is weak, in the words clients read. */
  weakPassword?: ('length' | 'characters' | 'pwned')[]
  /** Answered in OAuth's form, with this as `error`: `{error, error_description}`. */
  oauth?: string
  /** The `WWW-Authenticate` header. */
  authenticate?: string
  retryAfterSeconds?: number
}

export type AuthCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'captcha_failed'
  | 'conflict'
  | 'email_address_invalid'
  | 'email_conflict_identity_not_deletable'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'email_provider_disabled'
  | 'feature_disabled'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'oauth_authorization_not_found'
  | 'oauth_client_not_found'
  | 'oauth_consent_not_found'
  | 'oauth_dynamic_client_registration_disabled'
  | 'oauth_invalid_state'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'over_sms_send_rate_limit'
  | 'passkey_disabled'
  | 'phone_exists'
  | 'phone_not_confirmed'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'saml_assertion_no_email'
  | 'saml_provider_disabled'
  | 'saml_relay_state_expired'
  | 'saml_relay_state_not_found'
  | 'same_password'
  | 'session_expired'
  | 'session_not_found'
  | 'sign_up_unproven'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'sms_send_failed'
  | 'sso_provider_not_found'
  | 'too_many_enrolled_mfa_factors'
  | 'too_many_passkeys'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'user_sso_managed'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled'
  | 'webauthn_challenge_expired'
  | 'webauthn_challenge_not_found'
  | 'webauthn_credential_exists'
  | 'webauthn_credential_not_found'
  | 'webauthn_verification_failed'

/** 400 for a malformed request. */
export function invalid(message: string): AuthRefusal {
  return new AuthRefusal(400, 'validation_failed', message)
}

const API_VERSION = '2024-01-01'

/** The answer to a refusal, in the error form of the request's API version. */
export function refusalResponse(refusal: AuthRefusal, request: Request): Response {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  headers.set('x-sb-error-code', refusal.code)
  if (refusal.extra.retryAfterSeconds !== undefined) {
    headers.set('retry-after', String(Math.ceil(refusal.extra.retryAfterSeconds)))
  }
  if (refusal.extra.oauth) {
    const body = { error: refusal.extra.oauth, error_description: refusal.message }
    if (refusal.extra.authenticate) headers.set('www-authenticate', refusal.extra.authenticate)
    return new Response(JSON.stringify(body), { status: refusal.status, headers })
  }
  const weak = refusal.extra.weakPassword ? { weak_password: { reasons: refusal.extra.weakPassword } } : {}
  if ((request.headers.get('x-supabase-api-version') ?? '') >= API_VERSION) {
    headers.set('x-supabase-api-version', API_VERSION)
    const body = { code: refusal.code, message: refusal.message, ...weak }
    return new Response(JSON.stringify(body), { status: refusal.status, headers })
  }
  const body = { code: refusal.status, error_code: refusal.code, msg: refusal.message, ...weak }
  return new Response(JSON.stringify(body), { status: refusal.status, headers })
}
