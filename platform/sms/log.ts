import { randomUUID } from 'node:crypto'
import type { Sms, SmsGateway } from './sms.ts'

/** Logs messages instead of sending them, for development without a provider. */
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
