// Docs/decisions/0001, "E-mail log": sent, with sent_at, after delivery.
import { movesOf } from '../moves.ts'

export type EmailLogState = 'pending' | 'sent' | 'failed'

export const emailLogMoves = movesOf<EmailLogState>([
  // Anybody's act may cause a mail, and the secret key writes rows of its own (specification, section 7).
  ['new', 'pending', 'buyer vendor hub manager coordinator chief content clock gateway operator'],
  ['pending', 'sent failed', 'clock operator'],
  ['failed', 'sent', 'clock operator'],
  ['failed', 'pending', 'chief operator'],
])
