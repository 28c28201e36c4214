import { authText } from '#domain/accounts/auth-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { SIGNED_IN_LONG_AGO } from '#domain/texts/screens.ts'
import { type AuthAnswer, UNFORESEEN } from './auth-service.ts'

const ALREADY_REGISTERED = authText('User already registered')

/** Texts by code for answers that the specification's table lacks or would misread. */
const textsByCode: Record<string, string> = {
  [UNFORESEEN]: errorTexts.unexpectedAuthentication,
  email_exists: ALREADY_REGISTERED,
  same_password: 'Your new password must be different from the old one.',
  sign_up_unproven: 'Please show that this sign-up is yours: type its password, or choose a new one.',
  otp_expired: 'This code or link has been used or has expired.',
  phone_exists: 'This phone number is already registered. Please sign in or use a different number.',
  phone_provider_disabled: 'New accounts need an email address here. Please enter your email address.',
  phone_not_confirmed: 'Please verify your phone number before signing in.',
  reauthentication_not_valid: 'This code is wrong or has expired.',
  mfa_factor_name_conflict: 'You already have an app with this name. Please choose another name.',
  reauthentication_needed: SIGNED_IN_LONG_AGO,
  insufficient_aal: 'Please sign out and sign in again with your second factor first.',
  captcha_failed: 'We could not confirm that you are human. Please turn on scripts in your browser and try again.',
  single_identity_not_deletable: 'This is your only way to sign in. Add another one first.',
  email_conflict_identity_not_deletable:
    'This account cannot be unlinked: its address belongs to another account here.',
  identity_not_found: 'This account is no longer linked.',
  manual_linking_disabled: 'You cannot link or unlink accounts yourself here.',
  mfa_verification_failed: 'This code is wrong. Please wait for the next one and try again.',
}

/** What a person reads for a refusal of the auth service. */
export function answerText(answer: AuthAnswer & { ok: false }): string {
  return textsByCode[answer.code] ?? authText(answer.message)
}
