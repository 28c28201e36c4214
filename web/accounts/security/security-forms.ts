import { internationalPhone, signUpTexts } from '#domain/accounts/sign-up.ts'
import { email as emailReader } from '#domain/forms/validation.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/limits.ts'
import { CODE_SENT } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { ServerAuth } from '#web/session/auth-service/auth-on-server.ts'
import type { AuthResult, AuthService, Proof } from '#web/session/auth-service/auth-service.ts'
import { registerPasskey } from '#web/session/auth-service/passkeys-in-browser.ts'
import { closePasskeyOffer } from '#web/session/passkeys/passkey-offer.ts'

const SECURITY_INTENTS = [
  'email',
  'phone',
  'phone-code',
  'password',
  'others',
  'end-session',
  'app-remove',
  'unlink',
  'passkey',
  'passkey-remove',
  'code',
] as const
export type SecurityIntent = (typeof SECURITY_INTENTS)[number]

/** The result of the page's form with this `intent`, with English texts for `translate`. */
export interface SecurityOutcome {
  intent: SecurityIntent
  notice?: string
  /** The error about the address, number or password. */
  field?: TranslatableText
  current?: string
  /** The session is too old and no password was entered: a mailed code is accepted too. */
  needsProof?: true
  /** The number to which a code was sent. */
  phone?: string
}

const securityTexts = {
  currentWrong: /*i18n*/ 'The current password is not correct.',
  needsProof: /*i18n*/ 'Please enter your current password, or a code that we mail you.',
  codeSent: CODE_SENT,
  emailRequested:
    /*i18n*/ 'Please open the links we sent to your old and your new address. Until you do, the old one stays in use.',
  phoneChanged: /*i18n*/ 'Your phone number was changed.',
  passwordChanged: /*i18n*/ 'Your password was changed. Other devices were signed out.',
  unlinked: /*i18n*/ 'The account is unlinked.',
  passkeyAdded: /*i18n*/ 'Done. From now on this device signs you in.',
  passkeyRemoved: /*i18n*/ 'The device no longer signs you in.',
  appRemoved: /*i18n*/ 'The app can no longer read anything about you.',
  deviceOut: /*i18n*/ 'The device is signed out.',
  othersOut: /*i18n*/ 'Other devices are signed out.',
} as const

export async function handleSecurityForm(auth: AuthService, form: FormData): Promise<SecurityOutcome> {
  const intent = SECURITY_INTENTS.find((known) => known === form.get('intent')) ?? 'code'
  switch (intent) {
    case 'email':
      return changeEmail(auth, form)
    case 'phone':
      return changePhone(auth, form)
    case 'phone-code':
      return confirmPhone(auth, form)
    case 'password':
      return changePassword(auth, form)
    case 'others':
      return outcomeOf(intent, await auth.signOutOthers(), securityTexts.othersOut)
    case 'passkey':
    case 'passkey-remove':
    case 'end-session':
    case 'app-remove':
    case 'unlink':
      // `handleServerForm` does this on the server, because the public client lacks the call.
      return { intent, field: authErrorText({ ok: false, code: '', message: '' }) }
    case 'code':
      return outcomeOf(intent, await auth.reauthenticate(), securityTexts.codeSent)
  }
}

/** Has this device make a passkey: the browser alone can. */
export async function handlePasskeyForm(form: FormData): Promise<SecurityOutcome> {
  const result = await registerPasskey({ name: String(form.get('device') ?? ''), proof: proofOf(form) })
  if (result.ok) closePasskeyOffer()
  return outcomeOf('passkey', result, securityTexts.passkeyAdded)
}

/**
 * Handles the forms that only the server can: signing out another device, unlinking an account, removing a
 * passkey, taking away the access of an app.
 */
export async function handleServerForm(auth: ServerAuth, form: FormData): Promise<SecurityOutcome> {
  if (form.get('intent') === 'unlink') {
    const unlinked = await auth.unlinkIdentity(String(form.get('identity_id') ?? ''))
    return unlinked.ok
      ? { intent: 'unlink', notice: securityTexts.unlinked }
      : { intent: 'unlink', field: authErrorText(unlinked) }
  }
  if (form.get('intent') === 'passkey-remove') {
    const removed = await auth.removePasskey(String(form.get('passkey_id') ?? ''))
    return outcomeOf('passkey-remove', removed, securityTexts.passkeyRemoved)
  }
  if (form.get('intent') === 'app-remove') {
    const removed = await auth.revokeApp(String(form.get('client_id') ?? ''))
    return outcomeOf('app-remove', removed, securityTexts.appRemoved)
  }
  const result = await auth.endSession(String(form.get('session_id') ?? ''))
  return outcomeOf('end-session', result, securityTexts.deviceOut)
}

async function changeEmail(auth: AuthService, form: FormData): Promise<SecurityOutcome> {
  const read = emailReader({ label: /*i18n*/ 'Email' })(form.get('email'))
  if ('error' in read) return { intent: 'email', field: read.error }
  const result = await auth.changeEmail({ email: read.value, ...proofOf(form) })
  return outcomeOf('email', result, securityTexts.emailRequested)
}

async function changePhone(auth: AuthService, form: FormData): Promise<SecurityOutcome> {
  const phone = internationalPhone(form.get('phone'))
  if (!phone) return { intent: 'phone', field: signUpTexts.phone }
  const result = await auth.changePhone({ phone, ...proofOf(form) })
  return { ...outcomeOf('phone', result), ...(result.ok && { phone }) }
}

async function confirmPhone(auth: AuthService, form: FormData): Promise<SecurityOutcome> {
  const phone = String(form.get('phone') ?? '')
  const code = String(form.get('phone_code') ?? '').replace(/\s/g, '')
  const result = await auth.verifyCode({ phone, code, type: 'phone_change' })
  return result.ok
    ? { intent: 'phone', notice: securityTexts.phoneChanged }
    : { intent: 'phone-code', phone, field: authErrorText(result) }
}

async function changePassword(auth: AuthService, form: FormData): Promise<SecurityOutcome> {
  const password = String(form.get('password') ?? '')
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return { intent: 'password', field: signUpTexts.passwordShort }
  if (length > MAX_PASSWORD_LENGTH) return { intent: 'password', field: signUpTexts.passwordLong }
  const result = await auth.setPassword({ password, ...proofOf(form) })
  return outcomeOf('password', result, securityTexts.passwordChanged)
}

function proofOf(form: FormData): Proof {
  const current = String(form.get('current_password') ?? '')
  const nonce = String(form.get('nonce') ?? '').replace(/\s/g, '')
  return { ...(current && { current_password: current }), ...(nonce && { nonce }) }
}

function outcomeOf(intent: SecurityIntent, result: AuthResult, notice?: string): SecurityOutcome {
  if (result.ok) return { intent, ...(notice && { notice }) }
  if (result.code === 'invalid_credentials') return { intent, current: securityTexts.currentWrong }
  if (result.code === 'reauthentication_needed') return { intent, current: securityTexts.needsProof, needsProof: true }
  return { intent, field: authErrorText(result) }
}
