import { randomUUID } from 'node:crypto'
import type { Sms, SmsGateway } from './sms.ts'

/** Writes messages to a log instead of sending them: for machines without a provider, never for production. */
export function createSmsLog(write: (sms: Sms & { messageId: string }) => void): SmsGateway {
  return {
    name: 'log',
    async send(sms) {
      const messageId = randomUUID()
      write({ ...sms, messageId })
      return { messageId }
    },
  }
}
