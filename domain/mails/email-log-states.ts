// Docs/decisions/0001, "E-mail log": sent, with sent_at, after delivery.
import { movesOf } from '../moves.ts'

export type EmailLogState = 'pending' | 'sent' | 'failed'

export const emailLogMoves = movesOf<EmailLogState>([
  ['pending', 'sent failed', 'clock'],
  ['failed', 'sent', 'clock'],
])
