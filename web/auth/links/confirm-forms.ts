import { email as emailReader } from '#domain/forms/validation.ts'
import { codeTexts } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { AuthService } from '#web/session/auth-service/auth-service.ts'
import { captchaInput, formTexts } from '../auth-forms.ts'
import { confirmSignUp, type ProofRequest } from '../sign-up/sign-up-proof.ts'
import { authPath } from './auth-links.ts'
import { readMailedCode } from './mailed-code.ts'
import { readMailedLink } from './mailed-links.ts'

/** With English texts for `translate`. */
export interface ConfirmOutcome {
  /** Confirmed and signed in: the path to redirect to. */
  leadsTo?: string
  /** The first of the two links that change an e-mail address. */
  isHalf?: true
  isSpent?: true
  /** The notice that a new mail was sent. */
  resent?: string
  error?: TranslatableText
  email?: string
  /** The error about the code. */
  code?: string
  /** The confirmation needs proof that the sign-up is the user's own. */
  proof?: ProofRequest
}

/** Handles the forms of /auth/confirm: redeeming a mail's link or code, and resending the mail. */
export async function handleConfirmForm(auth: AuthService, form: FormData): Promise<ConfirmOutcome> {
  const { link, next } = readMailedLink(form)
  if (form.get('intent') === 'resend') return resend(auth, form, next)
  if (form.get('intent') === 'mailed-code') return enterCode(auth, form, next)
  if (!link) return { isSpent: true }
  const { result, proofRequest } =
    link.type === 'signup'
      ? await confirmSignUp(form, ['intent', 'token_hash', 'type', 'redirect_to'], (proof) =>
          auth.verifyLink({ ...link, ...proof }),
        )
      : { result: await auth.verifyLink(link) }
  if (proofRequest) return { proof: proofRequest }
  if (result.ok) return result.session ? { leadsTo: pathAfter(link.type, next) } : { isHalf: true }
  return result.code === 'otp_expired' ? { isSpent: true } : { error: authErrorText(result) }
}

/** Redeems a typed code. Several kinds of mail lead here, so it is tried as each kind. */
async function enterCode(auth: AuthService, form: FormData, next: string | null): Promise<ConfirmOutcome> {
  const email = String(form.get('email') ?? '')
  const read = emailReader({ label: /*i18n*/ 'Email' })(form.get('email'))
  if ('error' in read) return { error: read.error, email }
  const code = readMailedCode(form)
  if (!code) return { code: codeTexts.form, email }
  const names = ['intent', 'email', 'code', 'redirect_to']
  const { result, proofRequest } = await confirmSignUp(form, names, (proof) =>
    auth.verifyCode({ email: read.value, code, type: 'email', ...proof }),
  )
  if (proofRequest) return { proof: proofRequest }
  const last =
    !result.ok && result.code === 'otp_expired'
      ? await auth.verifyCode({ email: read.value, code, type: 'email_change' })
      : result
  if (last.ok) return last.session ? { leadsTo: pathAfter('email', next) } : { isHalf: true }
  return last.code === 'otp_expired' ? { code: codeTexts.wrong, email } : { error: authErrorText(last), email }
}

/** The path after confirmation: invited users, and those who reset their password, choose one first. */
function pathAfter(type: string, next: string | null): string {
  return type === 'invite' || type === 'recovery' ? '/auth/reset-password' : authPath('sign-in', next)
}

async function resend(auth: AuthService, form: FormData, next: string | null): Promise<ConfirmOutcome> {
  const read = emailReader({ label: /*i18n*/ 'Email' })(form.get('email'))
  const email = String(form.get('email') ?? '')
  if ('error' in read) return { isSpent: true, error: read.error, email }
  const result = await auth.resend({ email: read.value, backTo: next ?? '/auth', ...captchaInput(form) })
  return result.ok
    ? { resent: formTexts.resent, email: read.value }
    : { isSpent: true, error: authErrorText(result), email }
}
