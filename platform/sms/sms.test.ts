import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAfricasTalking } from './africas-talking.ts'
import { createSmsLog } from './log.ts'
import { SmsFault } from './sms.ts'
import { createTermii } from './termii.ts'

let server: Server
let baseUrl: string
let received: { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let reply: { status: number; body: string }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const sms = { to: '2348012345678', text: 'Your code is 123456', channel: 'sms' as const }

describe('Termii', () => {
  const termii = () => createTermii({ baseUrl, apiKey: 'key', sender: 'Shop' })
  beforeEach(() => {
    reply = { status: 200, body: '{"message_id":"9122821270554876574","message":"Successfully Sent","balance":9}' }
  })

  test('gets the message in its own format, over the route for codes', async () => {
    expect(await termii().send(sms)).toEqual({ messageId: '9122821270554876574' })
    expect(received).toMatchObject({ method: 'POST', url: '/api/sms/send' })
    expect(JSON.parse(received.body)).toEqual({
      api_key: 'key',
      to: '2348012345678',
      from: 'Shop',
      sms: 'Your code is 123456',
      type: 'plain',
      channel: 'dnd',
    })
    await termii().send({ ...sms, channel: 'whatsapp' })
    expect(JSON.parse(received.body).channel).toBe('whatsapp_otp')
  })

  test.each([
    [400, '{"message":"Insufficient balance"}'],
    [200, '{"code":"error"}'],
    [500, 'oops'],
    [200, 'no json'],
  ])('that answers %i %s is a fault', async (status, body) => {
    reply = { status, body }
    await expect(termii().send(sms)).rejects.toThrow(SmsFault)
  })

  test('that cannot be reached is a fault', async () => {
    const unreachable = createTermii({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', sender: 's', timeoutMs: 500 })
    await expect(unreachable.send(sms)).rejects.toThrow(SmsFault)
  })
})

describe("Africa's Talking", () => {
  const provider = () => createAfricasTalking({ baseUrl, apiKey: 'key', sender: '', username: 'sandbox' })
  const recipients = (statusCode: number, status: string) =>
    JSON.stringify({
      SMSMessageData: {
        Message: 'Sent to 1/1',
        Recipients: [{ statusCode, number: '+2348012345678', status, cost: 'NGN 2.20', messageId: 'ATX_1' }],
      },
    })

  test('gets a form, and its id is returned', async () => {
    reply = { status: 201, body: recipients(101, 'Success') }
    expect(await provider().send(sms)).toEqual({ messageId: 'ATX_1', charge: { currency: 'NGN', amount: 2.2 } })
    expect(received).toMatchObject({ url: '/version1/messaging', headers: { apikey: 'key' } })
    const form = Object.fromEntries(new URLSearchParams(received.body))
    expect(form).toMatchObject({ username: 'sandbox', to: '+2348012345678', message: sms.text })
    expect(form).not.toHaveProperty('from')
  })

  test('that rejects the number is a fault', async () => {
    reply = { status: 201, body: recipients(403, 'InvalidPhoneNumber') }
    await expect(provider().send(sms)).rejects.toThrow('InvalidPhoneNumber')
    reply = { status: 201, body: '{"SMSMessageData":{"Message":"none","Recipients":[]}}' }
    await expect(provider().send(sms)).rejects.toThrow(SmsFault)
  })
})

test('the log keeps what would have been sent', async () => {
  const written: unknown[] = []
  const { messageId } = await createSmsLog((entry) => written.push(entry)).send(sms)
  expect(written).toEqual([{ ...sms, messageId }])
})
