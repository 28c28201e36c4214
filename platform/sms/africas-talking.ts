import { z } from 'zod'
import { callProvider, type SendFailure, type SmsCharge, type SmsConnection, SmsFault, type SmsGateway } from './sms.ts'

const SendResponse = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(
      z.object({ statusCode: z.number(), status: z.string(), messageId: z.string(), cost: z.string().optional() }),
    ),
  }),
})

/** Status codes below 200 mean that the message was processed, sent or queued. */
const FIRST_FAILURE = 200
/** Invalid number, unsupported kind of number, blacklisted by its user, on the do-not-disturb list. */
const UNREACHABLE = [403, 404, 406, 409]
/** Insufficient balance, and faults of the provider's own gateways. */
const PASSING = [405, 500, 501, 502]

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
        throw new SmsFault(`The SMS provider did not accept the message: ${recipient?.status ?? 'no recipient'}`, {
          failure: failureOf(recipient?.statusCode),
        })
      }
      const charge = readCharge(recipient.cost)
      return { messageId: recipient.messageId, ...(charge && { charge }) }
    },
  }
}

function failureOf(code: number | undefined): SendFailure {
  if (code !== undefined && UNREACHABLE.includes(code)) return 'unreachable'
  return code !== undefined && PASSING.includes(code) ? 'later' : 'refused'
}

/** "NGN 2.20"; null if there is none. */
function readCharge(cost: string | undefined): SmsCharge | null {
  const [, currency, amount] = /^([A-Z]{3}) (\d{1,6}(?:\.\d{1,4})?)$/.exec(cost ?? '') ?? []
  return currency && amount ? { currency, amount: Number(amount) } : null
}
