import { z } from 'zod'
import { callProvider, type SmsConnection, SmsFault, type SmsGateway } from './sms.ts'

const SendResponse = z.object({ message_id: z.coerce.string() })

/**
 * Termii (developers.termii.com). The `dnd` channel also reaches numbers on the do-not-disturb list, which one-time
 * codes must.
 */
export function createTermii({ baseUrl, apiKey, sender, timeoutMs = 10_000 }: SmsConnection): SmsGateway {
  return {
    name: 'termii',
    async send({ to, text, channel }) {
      const response = SendResponse.safeParse(
        await callProvider(`${baseUrl.replace(/\/+$/, '')}/api/sms/send`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({
            api_key: apiKey,
            to,
            from: sender,
            sms: text,
            type: 'plain',
            channel: channel === 'whatsapp' ? 'whatsapp_otp' : 'dnd',
          }),
          timeoutMs,
        }),
      )
      if (!response.success) throw new SmsFault('The SMS provider did not accept the message', { failure: 'refused' })
      return { messageId: response.data.message_id }
    },
  }
}
