import type { Api } from '#api/api.ts'
import { CODE_SENT, PROOF_NEEDED } from '#domain/texts/proofs.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { ServerAuth } from '#web/session/auth-service/auth-on-server.ts'

/** With English texts for `translate`. */
export interface DeletionOutcome {
  deleted?: true
  notice?: string
  error?: TranslatableText
  /** The error about the password or code. */
  proof?: TranslatableText
  /** The error about the confirmation checkbox. */
  sure?: string
}

const deletionTexts = {
  sure: /*i18n*/ 'Please tick this box: a deleted account cannot be restored.',
  proof: PROOF_NEEDED,
  wrong: /*i18n*/ 'The password is not correct.',
  codeSent: CODE_SENT,
} as const

interface DeletionContext {
  auth: ServerAuth
  api: Api
}

/**
 * Reauthenticates with the auth service, then runs the command, which requires recent reauthentication of the session.
 */
export async function handleDeletionForm({ auth, api }: DeletionContext, form: FormData): Promise<DeletionOutcome> {
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('intent') === 'code') {
    const result = await auth.reauthenticate()
    return result.ok ? { notice: deletionTexts.codeSent } : { proof: authErrorText(result) }
  }
  const password = field('current_password')
  const nonce = field('nonce').replace(/\s/g, '')
  if (!form.has('sure')) return { sure: deletionTexts.sure }
  if (!password && !nonce) return { proof: deletionTexts.proof }
  const proven = await auth.prove(nonce ? { nonce } : { current_password: password })
  if (!proven.ok) return { proof: proven.code === 'invalid_credentials' ? deletionTexts.wrong : authErrorText(proven) }
  const result = await api.command('delete-account', { user_id: field('user_id') }, field('key') || crypto.randomUUID())
  if (result.ok) return { deleted: true }
  const { code, message } = result.refusal
  return code === 'proof_needed' ? { proof: message } : { error: message }
}
