import { codeTexts } from '#domain/texts/screens.ts'
import { email as emailReader } from '#domain/validation.ts'
import { answerText } from '../session/answer-text.ts'
import type { AuthService } from '../session/auth-service.ts'
import { asPerson, formTexts } from './auth-forms.ts'
import { authPath } from './auth-links.ts'
import { readMailedCode } from './mailed-code.ts'
import { readMailedLink } from './mailed-links.ts'
import { confirmOwn, type ProofAsked } from './sign-up-proof.ts'

/** Texts in English (`told`). */
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
  /** What is wrong with the code. */
  code?: string
  /** The confirmation needs a proof that the sign-up is theirs. */
  proof?: ProofAsked
}

/** The forms of /auth/confirm: redeeming the link or the code of a mail, and asking for a new one. */
export async function answerConfirmForm(auth: AuthService, form: FormData): Promise<ConfirmOutcome> {
  const { link, next } = readMailedLink(form)
  if (form.get('intent') === 'resend') return resend(auth, form, next)
  if (form.get('intent') === 'mailed-code') return enterCode(auth, form, next)
  if (!link) return { isSpent: true }
  const { answer, asked } =
    link.type === 'signup'
      ? await confirmOwn(form, ['intent', 'token_hash', 'type', 'redirect_to'], (proof) =>
          auth.verifyLink({ ...link, ...proof }),
        )
      : { answer: await auth.verifyLink(link) }
  if (asked) return { proof: asked }
  if (answer.ok) return answer.session ? { leadsTo: pathAfter(link.type, next) } : { isHalf: true }
  return answer.code === 'otp_expired' ? { isSpent: true } : { error: answerText(answer) }
}

/** Several kinds of mail lead here, and somebody who types a code does not say which it was. */
async function enterCode(auth: AuthService, form: FormData, next: string | null): Promise<ConfirmOutcome> {
  const email = String(form.get('email') ?? '')
  const read = emailReader({ label: /*i18n*/ 'Email' })(form.get('email'))
  if ('error' in read) return { error: read.error, email }
  const code = readMailedCode(form)
  if (!code) return { code: codeTexts.form, email }
  const names = ['intent', 'email', 'code', 'redirect_to']
  const { answer, asked } = await confirmOwn(form, names, (proof) =>
    auth.verifyCode({ email: read.value, code, type: 'email', ...proof }),
  )
  if (asked) return { proof: asked }
  const last =
    !answer.ok && answer.code === 'otp_expired'
      ? await auth.verifyCode({ email: read.value, code, type: 'email_change' })
      : answer
  if (last.ok) return last.session ? { leadsTo: pathAfter('email', next) } : { isHalf: true }
  return last.code === 'otp_expired' ? { code: codeTexts.wrong, email } : { error: answerText(last), email }
}

/** Invited people, and those who forgot their password, have to choose one first. */
function pathAfter(type: string, next: string | null): string {
  return type === 'invite' || type === 'recovery' ? '/auth/reset-password' : authPath('sign-in', next)
}

async function resend(auth: AuthService, form: FormData, next: string | null): Promise<ConfirmOutcome> {
  const read = emailReader({ label: /*i18n*/ 'Email' })(form.get('email'))
  const email = String(form.get('email') ?? '')
  if ('error' in read) return { isSpent: true, error: read.error, email }
  const answer = await auth.resend({ email: read.value, backTo: next ?? '/auth', ...asPerson(form) })
  return answer.ok
    ? { resent: formTexts.resent, email: read.value }
    : { isSpent: true, error: answerText(answer), email }
}
