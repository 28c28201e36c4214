import { email as emailReader } from '#domain/validation.ts'
import { answerText } from '../session/answer-text.ts'
import type { AuthService } from '../session/auth-service.ts'
import { asPerson, formTexts } from './auth-forms.ts'
import { authPath } from './auth-links.ts'
import { readMailedLink } from './mailed-links.ts'

export interface ConfirmOutcome {
  /** Confirmed and signed in: where to go now. */
  leadsTo?: string
  /** The first of the two links that change an e-mail address. */
  isHalf?: true
  isSpent?: true
  /** A new mail is on its way. */
  resent?: string
  error?: string
  email?: string
}

/** The forms of /auth/confirm: redeeming the link, and asking for a new one. */
export async function answerConfirmForm(auth: AuthService, form: FormData): Promise<ConfirmOutcome> {
  const { link, next } = readMailedLink(form)
  if (form.get('intent') === 'resend') return resend(auth, form, next)
  if (!link) return { isSpent: true }
  const answer = await auth.verifyLink(link)
  if (answer.ok) return answer.session ? { leadsTo: pathAfter(link.type, next) } : { isHalf: true }
  return answer.code === 'otp_expired' ? { isSpent: true } : { error: answerText(answer) }
}

/** Invited people, and those who forgot their password, have to choose one first. */
function pathAfter(type: string, next: string | null): string {
  return type === 'invite' || type === 'recovery' ? '/auth/reset-password' : authPath('sign-in', next)
}

async function resend(auth: AuthService, form: FormData, next: string | null): Promise<ConfirmOutcome> {
  const read = emailReader({ label: 'Email' })(form.get('email'))
  const email = String(form.get('email') ?? '')
  if ('error' in read) return { isSpent: true, error: read.error, email }
  const answer = await auth.resend({ email: read.value, backTo: next ?? '/auth', ...asPerson(form) })
  return answer.ok
    ? { resent: formTexts.resent, email: read.value }
    : { isSpent: true, error: answerText(answer), email }
}
