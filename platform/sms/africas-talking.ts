import { z } from 'zod'
import { callProvider, type SmsConnection, SmsFault, type SmsGateway } from './sms.ts'

const SendResponse = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string(), messageId: z.string() })),
  }),
})

/** Status codes below 200 mean that the message was processed, sent or queued. */
const FIRST_FAILURE = 200

/** Africa's Talking. It has no WhatsApp channel, so every message goes as SMS. */
export function createAfricasTalking(options: SmsConnection & { username: string }): SmsGateway {
  const { baseUrl, apiKey, sender, username, timeoutMs = 10_000 } = options
  return {
    name: 'africas-talking',
    async send({ to, text }) {
      const form = new URLSearchParams({ username, to: `+${to}`, message: text, bulkSMSMode: '1', enqueue: '1' })
      if (sender) form.set('from', sender)
      const response = SendResponse.safeParse(
        await callProvider(`${baseUrl.replace(/\/+$/, '')}/version1/messaging`, {
          method: 'POST',
          headers: { apikey: apiKey, accept: 'application/json' },
          body: form,
          timeoutMs,
        }),
      )
      const recipient = response.data?.SMSMessageData.Recipients[0]
      if (!recipient || recipient.statusCode >= FIRST_FAILURE) {
        throw new SmsFault(`The SMS provider did not accept the message: ${recipient?.status ?? 'no recipient'}`)
      }
      return { messageId: recipient.messageId }
    },
  }
}
