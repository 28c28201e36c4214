import type { Errors } from '#domain/validation.ts'
import { answerText } from '../session/answer-text.ts'
import type { AuthAnswer, SignUpProof } from '../session/auth-service.ts'
import { passwordFault } from './reset-password-form.ts'

/** The confirmation is asked for again, with a proof. */
export interface ProofAsked {
  /** The fields of the form that was refused; the code or link in them still works. */
  fields: Record<string, string>
  errors: Errors
}

const WRONG_PASSWORD =
  /*i18n*/ 'This is not the password of a sign-up with this address. Please try again, or choose a new one below.'

/**
 * Confirms a sign-up for the person who can show that it is theirs. Anybody can sign up with anybody's address; without a
 * proof, their password would open the account that its owner confirms.
 */
export async function confirmOwn(
  form: FormData,
  names: readonly string[],
  verify: (proof: SignUpProof) => Promise<AuthAnswer>,
): Promise<{ answer: AuthAnswer; asked?: never } | { asked: ProofAsked; answer?: never }> {
  const fields = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]))
  const asked = (errors: Errors = {}) => ({ asked: { fields, errors } })
  const password = String(form.get('own_password') ?? '')
  const isNew = form.has('new_password')
  const newPassword = String(form.get('new_password') ?? '')
  const fault = isNew ? passwordFault(newPassword) : null
  if (fault) return asked({ new_password: fault })
  const proof = isNew ? { new_password: newPassword } : password ? { password } : {}
  const answer = await verify({ require_proof: true, ...proof })
  if (answer.ok) return { answer }
  if (answer.code === 'weak_password') return asked({ new_password: answerText(answer) })
  if (answer.code === 'sign_up_unproven') return asked(password ? { own_password: WRONG_PASSWORD } : {})
  return { answer }
}
