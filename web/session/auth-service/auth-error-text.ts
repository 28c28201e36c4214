import { authText } from '#domain/texts/auth-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { SIGNED_IN_LONG_AGO } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { type AuthResult, UNEXPECTED } from './auth-service.ts'

const ALREADY_REGISTERED = authText(/*as is*/ 'User already registered')

const ON_THIS_DEVICE_ALREADY = /*i18n*/ 'This device is set up already.'
const NOT_CONFIRMED = /*i18n*/ 'Your device did not confirm it in time. Try again, or use your password.'
const NO_SCREEN_LOCK = /*i18n*/ 'This device cannot do that. Set a screen lock on it first, or use your password.'

const APP_REQUEST_OVER = /*i18n*/ 'This request has been answered or is too old. Go back to the app and start again.'

/** Texts by error code, for errors that the specification's table lacks or would misread. */
const textsByCode: Record<string, string> = {
  [UNEXPECTED]: errorTexts.unexpectedAuthentication,
  email_exists: ALREADY_REGISTERED,
  same_password: /*i18n*/ 'Your new password must be different from the old one.',
  sign_up_unproven: /*i18n*/ 'Please show that this sign-up is yours: type its password, or choose a new one.',
  otp_expired: /*i18n*/ 'This code or link has been used or has expired.',
  phone_exists: /*i18n*/ 'This phone number is already registered. Please sign in or use a different number.',
  phone_provider_disabled: /*i18n*/ 'New accounts need an email address here. Please enter your email address.',
  phone_not_confirmed: /*i18n*/ 'Please verify your phone number before signing in.',
  reauthentication_not_valid: /*i18n*/ 'This code is wrong or has expired.',
  mfa_factor_name_conflict: /*i18n*/ 'You already have an app with this name. Please choose another name.',
  reauthentication_needed: SIGNED_IN_LONG_AGO,
  insufficient_aal: /*i18n*/ 'Please sign out and sign in again with your second factor first.',
  captcha_failed:
    /*i18n*/ 'We could not confirm that you are human. Please turn on scripts in your browser and try again.',
  single_identity_not_deletable: /*i18n*/ 'This is your only way to sign in. Add another one first.',
  email_conflict_identity_not_deletable:
    /*i18n*/ 'This account cannot be unlinked: its address belongs to another account here.',
  identity_not_found: /*i18n*/ 'This account is no longer linked.',
  manual_linking_disabled: /*i18n*/ 'You cannot link or unlink accounts yourself here.',
  oauth_authorization_not_found: APP_REQUEST_OVER,
  oauth_invalid_state: APP_REQUEST_OVER,
  oauth_consent_not_found: /*i18n*/ 'This app has no access any more.',
  passkey_disabled: /*i18n*/ 'Fingerprint and screen lock cannot be used here. Please use your password.',
  too_many_passkeys: /*i18n*/ 'You have ten devices already. Remove one first.',
  webauthn_credential_exists: ON_THIS_DEVICE_ALREADY,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: ON_THIS_DEVICE_ALREADY,
  webauthn_verification_failed: /*i18n*/ 'This device is not known here. Please use your password.',
  webauthn_challenge_expired: NOT_CONFIRMED,
  webauthn_challenge_not_found: NOT_CONFIRMED,
  ERROR_CEREMONY_ABORTED: NOT_CONFIRMED,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: NOT_CONFIRMED,
  ERROR_AUTHENTICATOR_GENERAL_ERROR: NOT_CONFIRMED,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: NO_SCREEN_LOCK,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: NO_SCREEN_LOCK,
  mfa_verification_failed: /*i18n*/ 'This code is wrong. Please wait for the next one and try again.',
}

const SUSPENDED = /*i18n*/ 'Your account is suspended. Your paid orders stand. Write to us if this is wrong.'

/** The English text for an error of the auth service; shown through `translate`. */
export function authErrorText(result: AuthResult & { ok: false }): TranslatableText {
  if (result.code === 'user_banned') return suspensionText(result.message)
  return textsByCode[result.code] ?? authText(result.message)
}

/** The reason that staff wrote is part of the message of the auth service. */
function suspensionText(message: string): TranslatableText {
  const [, reason] = /: (.+)$/s.exec(message) ?? []
  return reason ? [SUSPENDED, reason] : SUSPENDED
}
