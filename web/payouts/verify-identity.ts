import { CODE_SENT, PROOF_NEEDED } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { ServerAuth } from '#web/session/auth-service/auth-on-server.ts'

/** Result of a form about money; `needsProof` shows the fields for reauthentication. */
export interface MoneyFormResult {
  notice?: TranslatableText
  error?: TranslatableText
  /** Error of the password or code field. */
  proof?: TranslatableText
  needsProof?: true
  /** The submitted values. */
  typed: Record<string, string>
  errors?: Readonly<Record<string, TranslatableText>>
}

/**
 * Verifies the typed password or code. Returns the result to show, or null to continue. After a recent sign-in no proof
 * is typed; the command checks the session.
 */
export async function verifyIdentity(auth: ServerAuth, form: FormData, typed: Record<string, string>) {
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('intent') === 'code') {
    const sent = await auth.reauthenticate()
    return toResult(typed, sent.ok ? { notice: CODE_SENT } : { proof: authErrorText(sent) })
  }
  const [password, nonce] = [field('current_password'), field('nonce').replace(/\s/g, '')]
  if (!password && !nonce) return form.has('nonce') ? toResult(typed, { proof: PROOF_NEEDED }) : null
  const proven = await auth.prove(nonce ? { nonce } : { current_password: password })
  if (proven.ok) return null
  const isWrong = proven.code === 'invalid_credentials'
  return toResult(typed, { proof: isWrong ? 'This password is not correct.' : authErrorText(proven) })
}

const toResult = (typed: Record<string, string>, refusal: Partial<MoneyFormResult>): MoneyFormResult => ({
  typed,
  needsProof: true,
  ...refusal,
})

interface CommandRefusal {
  code: string
  message: TranslatableText
  errors?: Readonly<Record<string, TranslatableText>>
}

/** The result for a command's refusal. One that requires reauthentication shows its fields. */
export function refusalResult(
  { code, message, errors }: CommandRefusal,
  typed: Record<string, string>,
): MoneyFormResult {
  if (code === 'proof_needed') return toResult(typed, { proof: message })
  return errors ? { typed, errors } : { typed, error: message }
}
