import { signUpTexts } from '#domain/accounts/sign-up.ts'
import { email as emailReader } from '#domain/forms/validation.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/limits.ts'
import { codeTexts } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { AuthService } from '#web/session/auth-service/auth-service.ts'
import { readMailedCode } from '../links/mailed-code.ts'
import { readMailedLink } from '../links/mailed-links.ts'

export interface PasswordOutcome {
  isDone?: true
  /** The link has been redeemed, so a second attempt needs none. */
  isVerified?: true
  isSpent?: true
  password?: TranslatableText
  email?: TranslatableText
  code?: string
  form?: TranslatableText
}

/** Redeems the link, then sets the password; if the password is rejected, no new link is needed. */
export async function handlePasswordForm(auth: AuthService, form: FormData): Promise<PasswordOutcome> {
  const password = String(form.get('password') ?? '')
  const fault = passwordFault(password)
  if (fault) return { password: fault }
  if (form.has('code')) {
    const refused = await redeemCode(auth, form)
    if (refused) return refused
  }
  const params = new URLSearchParams({ token_hash: String(form.get('token_hash') ?? ''), type: 'recovery' })
  const { link } = readMailedLink(params)
  if (link) {
    const verified = await auth.verifyLink(link)
    if (!verified.ok) return verified.code === 'otp_expired' ? { isSpent: true } : { form: authErrorText(verified) }
  }
  const result = await auth.setPassword({ password })
  if (result.ok) return { isDone: true }
  return { isVerified: true, form: authErrorText(result) }
}

/** Redeems the mail's code for users who type it instead of opening the link. */
async function redeemCode(auth: AuthService, form: FormData): Promise<PasswordOutcome | null> {
  const email = emailReader({ label: /*i18n*/ 'Email' })(form.get('email'))
  if ('error' in email) return { email: email.error }
  const code = readMailedCode(form)
  if (!code) return { code: codeTexts.form }
  const result = await auth.verifyCode({ email: email.value, code, type: 'recovery' })
  if (result.ok) return null
  return result.code === 'otp_expired' ? { code: codeTexts.wrong } : { form: authErrorText(result) }
}

/**
 * The error of a password that is too short or too long, counted in characters as by the auth service; null if it is
 * valid.
 */
export function passwordFault(password: string): TranslatableText | null {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return signUpTexts.passwordShort
  return length > MAX_PASSWORD_LENGTH ? signUpTexts.passwordLong : null
}
