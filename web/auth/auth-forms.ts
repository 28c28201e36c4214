import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { credentialFaults, internationalPhone, signUpRole, signUpTexts } from '#domain/accounts/sign-up.ts'
import { type Errors, email as emailReader, isBlank, text } from '#domain/forms/validation.ts'
import { normaliseReferralCode } from '#domain/rewards/referrals.ts'
import { successTexts } from '#domain/texts/errors.ts'
import { codeTexts } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { ServerAuth } from '#web/session/auth-service/auth-on-server.ts'
import type { AuthService, CaptchaInput, Credentials } from '#web/session/auth-service/auth-service.ts'
import { readMailedCode } from './links/mailed-code.ts'
import { confirmSignUp, type ProofRequest } from './sign-up/sign-up-proof.ts'

/** The result of a form on /auth, with English texts for `translate`. It never contains passwords. */
export interface AuthOutcome {
  errors: Errors
  /** The input, to show again. */
  values: Record<string, string>
  /** A success message. */
  notice?: TranslatableText
  /** The address whose confirmation mail can be resent. */
  unconfirmed?: string
  /** The number to which a code was sent. */
  phone?: string
  /** The confirmation needs proof that the sign-up is the user's own. */
  proof?: ProofRequest
  /** The user is signed in, so the page redirects. */
  signedIn?: true
}

export const formTexts = {
  terms: /*i18n*/ 'Please agree to the terms to open an account.',
  codeSent: /*i18n*/ 'A new code is on its way. It may take a minute.',
  resent: /*i18n*/ 'The mail is on its way again. Please check your inbox and your spam folder.',
} as const

/** Handles a form of /auth by its `intent`. `backTo` is the path on this site to return to. */
export async function handleAuthForm(auth: AuthService, form: FormData, backTo: string | null): Promise<AuthOutcome> {
  switch (form.get('intent')) {
    case 'sign-up':
      return signUp(auth, form, backTo)
    case 'reset':
      return reset(auth, form)
    case 'resend':
      return resend(auth, form, backTo)
    case 'code':
      return enterCode(auth, form)
    case 'mailed-code':
      return enterMailedCode(auth, form)
    case 'resend-code':
      return resendCode(auth, form)
    default:
      return signIn(auth, form)
  }
}

async function signIn(auth: AuthService, form: FormData): Promise<AuthOutcome> {
  const values = valuesOf(form, ['email', 'phone'])
  const errors = credentialFaults(fieldsOf(form), { signingUp: false })
  if (hasFaults(errors)) return { errors, values }
  const result = await auth.signIn({ ...credentialsOf(form), ...captchaInput(form) })
  if (result.ok) return { errors: {}, values, signedIn: true }
  // The user left before entering the code from the text message.
  if (result.code === 'phone_not_confirmed')
    return { errors: { form: authErrorText(result) }, values: {}, phone: phoneOf(form) }
  const unconfirmed = result.code === 'email_not_confirmed' ? { unconfirmed: fieldsOf(form).email } : {}
  return { errors: { form: authErrorText(result) }, values, ...unconfirmed }
}

async function signUp(auth: AuthService, form: FormData, backTo: string | null): Promise<AuthOutcome> {
  const values = valuesOf(form, ['email', 'phone', 'full_name', 'role', 'referral_code', 'adult', 'terms'])
  const errors = { ...signUpFaults(form), ...credentialFaults(fieldsOf(form), { signingUp: true }) }
  if (hasFaults(errors)) return { errors, values }
  const { email, phone } = fieldsOf(form)
  const credentials = credentialsOf(form)
  const code = normaliseReferralCode(values.referral_code)
  const contactPhone = internationalPhone(phone)
  const result = await auth.signUp({
    ...credentials,
    ...captchaInput(form),
    data: {
      full_name: (values.full_name ?? '').trim(),
      role: signUpRole(values.role),
      ...(code && { referral_code: code }),
      ...(email && contactPhone && { contact_phone: contactPhone }),
    },
    backTo: backTo ?? '/auth',
  })
  if (!result.ok) return { errors: { form: authErrorText(result) }, values }
  if (result.session) return { errors: {}, values, signedIn: true }
  if ('phone' in credentials) return { errors: {}, values, phone: credentials.phone }
  return { errors: {}, values, notice: successTexts.accountCreated, unconfirmed: email }
}

function signUpFaults(form: FormData): Errors {
  const errors: Errors = {}
  const name = unreservedName(text({ label: /*i18n*/ 'Full name', max: 120 }))(form.get('full_name'))
  if ('error' in name) errors.full_name = name.error
  const { email, phone } = fieldsOf(form)
  if (email && phone && !internationalPhone(phone)) errors.phone = signUpTexts.phone
  if (form.get('adult') !== 'on') errors.adult = signUpTexts.age
  if (form.get('terms') !== 'on') errors.terms = formTexts.terms
  return errors
}

async function reset(auth: AuthService, form: FormData): Promise<AuthOutcome> {
  const values = valuesOf(form, ['email'])
  const read = emailReader({ label: /*i18n*/ 'Email' })(values.email)
  if ('error' in read) return { errors: { email: read.error }, values }
  const result = await auth.recover({ email: read.value, ...captchaInput(form) })
  if (!result.ok) return { errors: { form: authErrorText(result) }, values }
  return { errors: {}, values, notice: successTexts.passwordResetSent }
}

async function resend(auth: AuthService, form: FormData, backTo: string | null): Promise<AuthOutcome> {
  const values = valuesOf(form, ['email'])
  const read = emailReader({ label: /*i18n*/ 'Email' })(values.email)
  if ('error' in read) return { errors: { email: read.error }, values }
  const result = await auth.resend({ email: read.value, backTo: backTo ?? '/auth', ...captchaInput(form) })
  if (!result.ok) return { errors: { form: authErrorText(result) }, values, unconfirmed: read.value }
  return { errors: {}, values, notice: formTexts.resent, unconfirmed: read.value }
}

async function enterCode(auth: AuthService, form: FormData): Promise<AuthOutcome> {
  const { phone } = fieldsOf(form)
  const code = String(form.get('code') ?? '').replace(/\s/g, '')
  const { result, proofRequest } = await confirmSignUp(form, ['intent', 'phone', 'code'], (proof) =>
    auth.verifyCode({ phone, code, type: 'sms', ...proof }),
  )
  if (proofRequest) return { errors: {}, values: {}, proof: proofRequest }
  if (result.ok) return { errors: {}, values: {}, signedIn: true }
  return { errors: { code: authErrorText(result) }, values: {}, phone }
}

async function enterMailedCode(auth: AuthService, form: FormData): Promise<AuthOutcome> {
  const { email } = fieldsOf(form)
  const refused = (errors: Errors) => ({ errors, values: { email }, unconfirmed: email })
  const code = readMailedCode(form)
  if (!code) return refused({ code: codeTexts.form })
  const { result, proofRequest } = await confirmSignUp(form, ['intent', 'email', 'code'], (proof) =>
    auth.verifyCode({ email, code, type: 'signup', ...proof }),
  )
  if (proofRequest) return { errors: {}, values: {}, proof: proofRequest }
  if (result.ok) return { errors: {}, values: {}, signedIn: true }
  return refused(result.code === 'otp_expired' ? { code: codeTexts.wrong } : { form: authErrorText(result) })
}

async function resendCode(auth: AuthService, form: FormData): Promise<AuthOutcome> {
  const { phone } = fieldsOf(form)
  const result = await auth.resendCode({ phone, ...captchaInput(form) })
  if (!result.ok) return { errors: { form: authErrorText(result) }, values: {}, phone }
  return { errors: {}, values: {}, phone, notice: formTexts.codeSent }
}

/** Handles the second step of signing in. */
export async function handleFactorForm(auth: ServerAuth, form: FormData): Promise<AuthOutcome> {
  const code = String(form.get('code') ?? '').replace(/\s/g, '')
  const result = await auth.verifyFactor({ factorId: String(form.get('factor_id') ?? ''), code })
  if (result.ok) return { errors: {}, values: {}, signedIn: true }
  return { errors: { code: authErrorText(result) }, values: {} }
}

function fieldsOf(form: FormData): { email: string; phone: string; password: string } {
  const field = (name: string) => String(form.get(name) ?? '')
  return { email: field('email').trim(), phone: field('phone').trim(), password: field('password') }
}

/** The token that the captcha added to the form. */
export function captchaInput(form: FormData): CaptchaInput {
  const captchaToken = String(form.get('captcha_token') ?? '')
  return captchaToken ? { captchaToken } : {}
}

function credentialsOf(form: FormData): Credentials {
  const { email, password } = fieldsOf(form)
  return isBlank(email) ? { phone: phoneOf(form), password } : { email, password }
}

function phoneOf(form: FormData): string {
  const { phone } = fieldsOf(form)
  return internationalPhone(phone) ?? phone
}

function valuesOf(form: FormData, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]))
}

function hasFaults(errors: Errors): boolean {
  return Object.keys(errors).length > 0
}
