import { signUpTexts } from '#domain/accounts/sign-up.ts'
import { LEAST_PASSWORD, MOST_PASSWORD } from '#domain/limits.ts'
import { answerText } from '../session/answer-text.ts'
import type { AuthService } from '../session/auth-service.ts'
import { readMailedLink } from './mailed-links.ts'

export interface PasswordOutcome {
  isDone?: true
  /** The link was valid and has been redeemed, so a second attempt needs none. */
  isVerified?: true
  isSpent?: true
  password?: string
  form?: string
}

/** Redeems the link, then sets the password: if the password is refused, no new link is needed. */
export async function answerPasswordForm(auth: AuthService, form: FormData): Promise<PasswordOutcome> {
  const password = String(form.get('password') ?? '')
  const fault = passwordFault(password)
  if (fault) return { password: fault }
  const given = new URLSearchParams({ token_hash: String(form.get('token_hash') ?? ''), type: 'recovery' })
  const { link } = readMailedLink(given)
  if (link) {
    const verified = await auth.verifyLink(link)
    if (!verified.ok) return verified.code === 'otp_expired' ? { isSpent: true } : { form: answerText(verified) }
  }
  const answer = await auth.setPassword({ password })
  if (answer.ok) return { isDone: true }
  return { isVerified: true, form: answerText(answer) }
}

/** Counts characters, as the auth service does. */
function passwordFault(password: string): string | null {
  const length = [...password].length
  if (length < LEAST_PASSWORD) return signUpTexts.passwordShort
  return length > MOST_PASSWORD ? signUpTexts.passwordLong : null
}
