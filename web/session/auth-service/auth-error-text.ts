import { authText } from '#domain/texts/auth-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { SIGNED_IN_LONG_AGO } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { type AuthResult, UNEXPECTED } from './auth-service.ts'

const ALREADY_REGISTERED = authText(/*as is*/ 'User already registered')

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
