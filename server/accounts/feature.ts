import type { AccountCommands } from '#api/commands/accounts.ts'
import type { Feature } from '#server/feature.ts'
import { deleteAccount } from './delete-account.ts'
import { endSessions } from './end-sessions.ts'
import { revealContact } from './reveal-contact.ts'
import { setRole } from './set-role.ts'
import { reinstateAccount } from './suspension/reinstate-account.ts'
import { suspendAccount } from './suspension/suspend-account.ts'
import { verifyAccount } from './verify-account.ts'

export const accounts: Feature<AccountCommands> = {
  commands: {
    'set-role': setRole,
    'verify-account': verifyAccount,
    'end-sessions': endSessions,
    'suspend-account': suspendAccount,
    'reinstate-account': reinstateAccount,
    'reveal-contact': revealContact,
    'delete-account': deleteAccount,
  },
}
