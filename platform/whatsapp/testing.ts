import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { createCloudApi } from './cloud-api.ts'
import { signWhatsAppWebhook } from './webhook.ts'
import type { WhatsAppSender } from './whatsapp.ts'

/** How the stand-in answers: with an error of the API, after a delay, or not at all although it took the message. */
export type Behaviour =
  | { kind: 'accept'; delayMs?: number }
  | { kind: 'refuse'; status: number; code: number }
  | { kind: 'break'; status: number }
  | { kind: 'vanish' }

export interface ReceivedTemplate {
  id: string
  to: string
  name: string
  language: string
  values: string[]
}

/** A local server that speaks the protocol of the WhatsApp Business Cloud API. */
export interface WhatsAppStandIn {
  sender: WhatsAppSender
  baseUrl: string
  phoneNumberId: string
  token: string
  appSecret: string
  received: ReceivedTemplate[]
  behave(behaviour: Behaviour): void
  /** A signed webhook with these reports, as WhatsApp posts it. */
  webhook(reports: { statuses?: object[]; messages?: object[] }): WebhookCall
  stop(): Promise<void>
}

export interface WebhookCall {
  body: string
  headers: Record<string, string>
}

const Template = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  to: z.string().regex(/^[1-9]\d{6,14}$/),
  type: z.literal('template'),
  template: z.strictObject({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/),
    language: z.strictObject({ code: z.string().regex(/^[a-z]{2}(_[A-Z]{2})?$/), policy: z.literal('deterministic') }),
    components: z.tuple([
      z.strictObject({
        type: z.literal('body'),
        parameters: z.array(
          z.strictObject({
            type: z.literal('text'),
            text: z
              .string()
              .min(1)
              .max(1024)
              .refine((text) => !/[\n\t]| {5}/.test(text)),
          }),
        ),
      }),
    ]),
  }),
})

export async function startWhatsAppStandIn(): Promise<WhatsAppStandIn> {
  const [phoneNumberId, token, appSecret] = ['106540352242922', 'EAAG-test-token', 'app-secret-of-the-stand-in-000000']
  const received: ReceivedTemplate[] = []
  let behaviour: Behaviour = { kind: 'accept' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const fail = (status: number, code: number) =>
      answer(status, { error: { message: `(#${code}) failed`, type: 'OAuthException', code, fbtrace_id: 'A1' } })
    if (request.headers.authorization !== `Bearer ${token}`) return fail(401, 190)
    if (request.method !== 'POST' || request.url !== `/v26.0/${phoneNumberId}/messages`) return fail(404, 803)
    const parsed = Template.safeParse(JSON.parse(body))
    if (!parsed.success) return fail(400, 100)
    const now = behaviour
    if (now.kind === 'refuse') return fail(now.status, now.code)
    if (now.kind === 'break') return response.writeHead(now.status).end('<html>')
    const { to, template } = parsed.data
    const id = `wamid.${crypto.randomUUID()}`
    const values = template.components[0].parameters.map(({ text }) => text)
    received.push({ id, to, name: template.name, language: template.language.code, values })
    if (now.kind === 'vanish') return request.socket.destroy()
    if (now.delayMs) await wait(now.delayMs)
    answer(200, { messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id }] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v26.0`
  return {
    sender: createCloudApi({ baseUrl, phoneNumberId, token, timeoutMs: 2_000 }),
    baseUrl,
    phoneNumberId,
    token,
    appSecret,
    received,
    behave(next) {
      behaviour = next
    },
    webhook(reports) {
      const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, ...reports }
      const entry = [{ id: 'account', changes: [{ field: 'messages', value }] }]
      const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signWhatsAppWebhook(appSecret, new TextEncoder().encode(body)),
        },
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
