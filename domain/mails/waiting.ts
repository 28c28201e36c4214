import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { EmailLogState } from './email-log-states.ts'

export const mailWaits = {
  email_log: { pending: NO_WAIT, sent: NO_WAIT, failed: { on: ['chief'], urgent: true } },
} as const satisfies {
  email_log: Record<EmailLogState, Wait>
}
