import type { Errors } from '#domain/forms/validation.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { AuthResult, SignUpProof } from '#web/session/auth-service/auth-service.ts'
import { passwordFault } from '../password/reset-password-form.ts'

/** The request to repeat the confirmation with proof. */
export interface ProofRequest {
  /** The fields of the rejected form; its code or link is still valid. */
  fields: Record<string, string>
  errors: Errors
}

const WRONG_PASSWORD =
  /*i18n*/ 'This is not the password of a sign-up with this address. Please try again, or choose a new one below.'

/**
 * Confirms a sign-up with proof that it is the user's own. Anyone can sign up with another person's address; without
 * proof, their password would open the account that the owner of the address confirms.
 */
export async function confirmSignUp(
  form: FormData,
  names: readonly string[],
  verify: (proof: SignUpProof) => Promise<AuthResult>,
): Promise<{ result: AuthResult; proofRequest?: never } | { proofRequest: ProofRequest; result?: never }> {
  const fields = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]))
  const requestProof = (errors: Errors = {}) => ({ proofRequest: { fields, errors } })
  const password = String(form.get('own_password') ?? '')
  const isNew = form.has('new_password')
  const newPassword = String(form.get('new_password') ?? '')
  const fault = isNew ? passwordFault(newPassword) : null
  if (fault) return requestProof({ new_password: fault })
  const proof = isNew ? { new_password: newPassword } : password ? { password } : {}
  const result = await verify({ require_proof: true, ...proof })
  if (result.ok) return { result }
  if (result.code === 'weak_password') return requestProof({ new_password: authErrorText(result) })
  if (result.code === 'sign_up_unproven') return requestProof(password ? { own_password: WRONG_PASSWORD } : {})
  return { result }
}
