import { CODE_SENT, PROOF_NEEDED } from '#domain/texts/screens.ts'
import { answerText } from '../session/answer-text.ts'
import type { ServerAuth } from '../session/auth-on-server.ts'

/** What a form about money answers with; `asksProof` shows the fields for it. */
export interface MoneyOutcome {
  notice?: string
  error?: string
  /** About the password or code. */
  proof?: string
  asksProof?: true
  /** As typed. */
  typed: Record<string, string>
  errors?: Readonly<Record<string, string>>
}

/**
 * Checks what was typed to prove who is there: the outcome to show, or null to go on. Who has just signed in types nothing;
 * the command asks the session.
 */
export async function prove(auth: ServerAuth, form: FormData, typed: Record<string, string>) {
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('intent') === 'code') {
    const sent = await auth.reauthenticate()
    return outcome(typed, sent.ok ? { notice: CODE_SENT } : { proof: answerText(sent) })
  }
  const [password, nonce] = [field('current_password'), field('nonce').replace(/\s/g, '')]
  if (!password && !nonce) return form.has('nonce') ? outcome(typed, { proof: PROOF_NEEDED }) : null
  const proven = await auth.prove(nonce ? { nonce } : { current_password: password })
  if (proven.ok) return null
  const isWrong = proven.code === 'invalid_credentials'
  return outcome(typed, { proof: isWrong ? 'This password is not correct.' : answerText(proven) })
}

const outcome = (typed: Record<string, string>, told: Partial<MoneyOutcome>): MoneyOutcome => ({
  typed,
  asksProof: true,
  ...told,
})

interface Refused {
  code: string
  message: string
  errors?: Readonly<Record<string, string>>
}

/** A command's no: one that only wants a proof shows the fields for it. */
export function refusedOutcome({ code, message, errors }: Refused, typed: Record<string, string>): MoneyOutcome {
  if (code === 'proof_needed') return outcome(typed, { proof: message })
  return errors ? { typed, errors } : { typed, error: message }
}
