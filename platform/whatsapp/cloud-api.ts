import { z } from 'zod'
import { failureOfStatus, failureWithoutAnswer, type SendFailure } from '#platform/sms/sms.ts'
import { WhatsAppFault, type WhatsAppMessage, type WhatsAppSender } from './whatsapp.ts'

export interface CloudApiConnection {
  /** Address with the version: `https://graph.facebook.com/v26.0`. */
  baseUrl: string
  phoneNumberId: string
  token: string
  timeoutMs?: number
}

const Sent = z.object({ messages: z.tuple([z.object({ id: z.string().min(1).max(200) })]) })
const Refused = z.object({ error: z.object({ code: z.number(), message: z.string().optional() }) })

/** WhatsApp Business Cloud API. */
export function createCloudApi({
  baseUrl,
  phoneNumberId,
  token,
  timeoutMs = 10_000,
}: CloudApiConnection): WhatsAppSender {
  const url = `${baseUrl.replace(/\/+$/, '')}/${encodeURIComponent(phoneNumberId)}/messages`
  return {
    name: 'cloud-api',
    async send(message) {
      let response: Response
      let answer: unknown
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(templateBody(message)),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        answer = parse(await response.text())
      } catch (cause) {
        throw new WhatsAppFault('WhatsApp did not answer', { cause, failure: failureWithoutAnswer(cause) })
      }
      if (!response.ok) throw refusal(response.status, answer)
      const sent = Sent.safeParse(answer)
      // Accepted, but without an id that reports could name.
      if (!sent.success) throw new WhatsAppFault('WhatsApp answered in an unknown shape', { failure: 'unknown' })
      return { messageId: sent.data.messages[0].id }
    },
  }
}

function templateBody({ to, template, language, values }: WhatsAppMessage) {
  return {
    messaging_product: 'whatsapp',
    to,
    type: 'template',
    template: {
      name: template,
      language: { code: language, policy: 'deterministic' },
      // WhatsApp rejects values with line breaks, tabs or more than four spaces in a row.
      components: [
        {
          type: 'body',
          parameters: values.map((text) => ({ type: 'text', text: text.replaceAll(/\s+/g, ' ').trim() || '-' })),
        },
      ],
    },
  }
}

/** Undeliverable, not on WhatsApp, or not in the list of allowed numbers of a test account. */
export const UNREACHABLE_CODES: readonly number[] = [131026, 131030]
/** Rate limits, faults of WhatsApp, an expired token and missing permissions: all of them pass or are repaired. */
const PASSING_CODES = [1, 2, 4, 10, 190, 200, 80007, 130429, 131000, 131005, 131016, 131048, 131056, 133004]

function refusal(status: number, answer: unknown): WhatsAppFault {
  const refused = Refused.safeParse(answer)
  if (!refused.success) return new WhatsAppFault(`WhatsApp answered ${status}`, { failure: failureOfStatus(status) })
  const { code } = refused.data.error
  return new WhatsAppFault(`WhatsApp refused the message: ${status}, code ${code}`, {
    failure: failureOf(code, status),
  })
}

function failureOf(code: number, status: number): SendFailure {
  if (UNREACHABLE_CODES.includes(code)) return 'unreachable'
  return PASSING_CODES.includes(code) ? 'later' : failureOfStatus(status)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
