import { randomUUID } from 'node:crypto'
import type { WhatsAppMessage, WhatsAppSender } from './whatsapp.ts'

/** Logs messages instead of sending them, for development without an account. */
export function createWhatsAppLog(write: (message: WhatsAppMessage & { messageId: string }) => void): WhatsAppSender {
  return {
    name: 'log',
    async send(message) {
      const messageId = `wamid.log-${randomUUID()}`
      write({ ...message, messageId })
      return { messageId }
    },
  }
}
