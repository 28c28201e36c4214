// States of logged mails (docs/states-amounts-clocks.md, "E-mail log"). `sent`: the mail server took it; its time is in
// `sent_at`.
import { parseMoves } from '#domain/moves.ts'

export type EmailLogState = 'pending' | 'sent' | 'failed'

export const emailLogMoves = parseMoves<EmailLogState>([
  // Actions of all roles send mails, and clients with the secret key insert rows (specification, section 7).
  ['new', 'pending', 'buyer vendor hub manager coordinator chief content clock gateway operator'],
  ['pending', 'sent failed', 'clock operator'],
  ['failed', 'sent', 'clock operator'],
  ['failed', 'pending', 'chief operator'],
])
