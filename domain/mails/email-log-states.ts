// Docs/decisions/0001, "E-mail log": sent, with sent_at, after delivery.
import { parseMoves } from '#domain/moves.ts'

export type EmailLogState = 'pending' | 'sent' | 'failed'

export const emailLogMoves = parseMoves<EmailLogState>([
  // Actions of all roles send mails, and clients with the secret key insert rows (specification, section 7).
  ['new', 'pending', 'buyer vendor hub manager coordinator chief content clock gateway operator'],
  ['pending', 'sent failed', 'clock operator'],
  ['failed', 'sent', 'clock operator'],
  ['failed', 'pending', 'chief operator'],
])
