import type { Api } from '#api/api.ts'
import { CODE_SENT, PROOF_NEEDED } from '#domain/texts/screens.ts'
import { answerText } from '../session/answer-text.ts'
import type { ServerAuth } from '../session/auth-on-server.ts'

/** Texts in English (`told`). */
export interface DeletionOutcome {
  deleted?: true
  notice?: string
  error?: string
  /** About the password or code. */
  proof?: string
  /** About the box to tick. */
  sure?: string
}

const deletionTexts = {
  sure: /*i18n*/ 'Please tick this box: a deleted account cannot be restored.',
  proof: PROOF_NEEDED,
  wrong: /*i18n*/ 'The password is not correct.',
  codeSent: CODE_SENT,
} as const

interface Doors {
  auth: ServerAuth
  api: Api
}

/** First the proof, which the auth service checks, then the command, which requires a fresh proof in this session. */
export async function answerDeletionForm({ auth, api }: Doors, form: FormData): Promise<DeletionOutcome> {
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('intent') === 'code') {
    const answer = await auth.reauthenticate()
    return answer.ok ? { notice: deletionTexts.codeSent } : { proof: answerText(answer) }
  }
  const password = field('current_password')
  const nonce = field('nonce').replace(/\s/g, '')
  if (!form.has('sure')) return { sure: deletionTexts.sure }
  if (!password && !nonce) return { proof: deletionTexts.proof }
  const proven = await auth.prove(nonce ? { nonce } : { current_password: password })
  if (!proven.ok) return { proof: proven.code === 'invalid_credentials' ? deletionTexts.wrong : answerText(proven) }
  const result = await api.command('delete-account', { user_id: field('user_id') }, field('key') || crypto.randomUUID())
  if (result.ok) return { deleted: true }
  const { code, message } = result.refusal
  return code === 'proof_needed' ? { proof: message } : { error: message }
}
