import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { UNREACHABLE_CODES } from './cloud-api.ts'

/** Reports of one webhook about messages that we sent, and replies of people. */
interface WhatsAppReports {
  statuses: {
    messageId: string
    status: 'sent' | 'delivered' | 'read' | 'failed'
    reason: string | null
    isUnreachable: boolean
  }[]
  replies: { from: string; text: string; at: Date }[]
}

const seconds = z.string().regex(/^\d{1,12}$/)
const Status = z.object({
  id: z.string().min(1).max(200),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  errors: z.array(z.object({ code: z.number(), title: z.string().optional() })).optional(),
})
const Reply = z.object({
  from: z.string().regex(/^\d{5,15}$/),
  timestamp: seconds,
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
})
// Unknown kinds of statuses and messages are skipped one by one, so that they do not hide the known ones beside them.
const Webhook = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            statuses: z.array(z.unknown()).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
})

interface WhatsAppDelivery {
  /** The raw body: serialising the JSON again would change the signed bytes. */
  body: Uint8Array
  /** Value of the header `X-Hub-Signature-256`. */
  signature: string | null
  appSecret: string
  /** Events of other numbers of the same account are left out. */
  phoneNumberId: string
}

/** Verifies and parses a webhook; null if it is not signed with the app secret. */
export function readWhatsAppWebhook({
  body,
  signature,
  appSecret,
  phoneNumberId,
}: WhatsAppDelivery): WhatsAppReports | null {
  if (!signature || !timingSafeEqual(digest(signature), digest(signWhatsAppWebhook(appSecret, body)))) return null
  const parsed = Webhook.safeParse(parse(body))
  const values = (parsed.data?.entry ?? [])
    .flatMap(({ changes }) => changes)
    .filter(({ field, value }) => field === 'messages' && value.metadata?.phone_number_id === phoneNumberId)
    .map(({ value }) => value)
  return {
    statuses: known(
      Status,
      values.flatMap(({ statuses = [] }) => statuses),
    ).map(({ id, status, errors = [] }) => ({
      messageId: id,
      status,
      reason: errors[0] ? `code ${errors[0].code}` : null,
      isUnreachable: errors.some(({ code }) => UNREACHABLE_CODES.includes(code)),
    })),
    replies: known(
      Reply,
      values.flatMap(({ messages = [] }) => messages),
    ).map(({ from, timestamp, text, button }) => ({
      from,
      text: text?.body ?? button?.text ?? '',
      // The end of that second.
      at: new Date(Number(timestamp) * 1000 + 999),
    })),
  }
}

export const signWhatsAppWebhook = (appSecret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** The challenge to answer when WhatsApp verifies our address; null if the token is not ours. */
export function readChallenge(query: URLSearchParams, verifyToken: string): string | null {
  const given = digest(query.get('hub.verify_token') ?? '')
  const isOurs = timingSafeEqual(given, digest(verifyToken))
  const challenge = query.get('hub.challenge') ?? ''
  return isOurs && query.get('hub.mode') === 'subscribe' && /^[\w-]{1,100}$/.test(challenge) ? challenge : null
}

/** Both sides of a comparison in constant time have the length of a digest. */
const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()

const known = <Shape extends z.ZodType>(shape: Shape, items: readonly unknown[]): z.infer<Shape>[] =>
  items.flatMap((item) => {
    const parsed = shape.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
