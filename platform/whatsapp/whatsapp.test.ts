import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#platform/postgres/free-port.ts'
import { createCloudApi } from './cloud-api.ts'
import { createWhatsAppLog } from './log.ts'
import { startWhatsAppStandIn, type WhatsAppStandIn } from './testing.ts'
import { readChallenge, readWhatsAppWebhook } from './webhook.ts'
import { WhatsAppFault } from './whatsapp.ts'

let standIn: WhatsAppStandIn
beforeAll(async () => {
  standIn = await startWhatsAppStandIn()
})
afterAll(() => standIn.stop())
beforeEach(() => {
  standIn.received.length = 0
  standIn.behave({ kind: 'accept' })
})

const message = {
  to: '2348012345678',
  template: 'goods_ready',
  language: 'en',
  values: ['Rice\nand  beans', '123 456'],
}
const failureOf = async (send: Promise<unknown>) => {
  const fault = await send.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(WhatsAppFault)
  return (fault as WhatsAppFault).failure
}

describe('sending', () => {
  test('a template arrives in the format of the API, and its id comes back', async () => {
    const { messageId } = await standIn.sender.send(message)
    expect(standIn.received).toEqual([
      { id: messageId, to: message.to, name: 'goods_ready', language: 'en', values: ['Rice and beans', '123 456'] },
    ])
  })

  test.each([
    ['a number that is not on WhatsApp', { kind: 'refuse', status: 400, code: 131026 }, 'unreachable'],
    ['a rate limit', { kind: 'refuse', status: 400, code: 131056 }, 'later'],
    ['too many requests', { kind: 'refuse', status: 429, code: 130429 }, 'later'],
    ['a missing template', { kind: 'refuse', status: 404, code: 132001 }, 'refused'],
    ['an expired token', { kind: 'refuse', status: 401, code: 190 }, 'later'],
    ['a server that is down', { kind: 'break', status: 503 }, 'later'],
    ['a gateway that waited too long', { kind: 'break', status: 504 }, 'unknown'],
    ['an answer that is no JSON', { kind: 'break', status: 200 }, 'unknown'],
    ['a connection that ends after the message was taken', { kind: 'vanish' }, 'unknown'],
  ] as const)('%s', async (_, behaviour, failure) => {
    standIn.behave(behaviour)
    expect(await failureOf(standIn.sender.send(message))).toBe(failure)
  })

  test('no answer in time may have been taken, no connection was not', async () => {
    const { phoneNumberId, token, baseUrl } = standIn
    standIn.behave({ kind: 'accept', delayMs: 400 })
    expect(await failureOf(createCloudApi({ baseUrl, phoneNumberId, token, timeoutMs: 100 }).send(message))).toBe(
      'unknown',
    )
    expect(standIn.received).toHaveLength(1)
    const closed = createCloudApi({ baseUrl: `http://127.0.0.1:${await freePort()}`, phoneNumberId, token })
    expect(await failureOf(closed.send(message))).toBe('later')
  })

  test('another token is refused by the server', async () => {
    const { baseUrl, phoneNumberId } = standIn
    await expect(createCloudApi({ baseUrl, phoneNumberId, token: 'other' }).send(message)).rejects.toThrow('code 190')
  })

  test('the log keeps what would have been sent', async () => {
    const written: unknown[] = []
    const { messageId } = await createWhatsAppLog((entry) => written.push(entry)).send(message)
    expect(written).toEqual([{ ...message, messageId }])
  })
})

describe('webhooks', () => {
  const read = ({ body, headers }: { body: string; headers: Record<string, string> }, appSecret = standIn.appSecret) =>
    readWhatsAppWebhook({
      body: new TextEncoder().encode(body),
      signature: headers['x-hub-signature-256'] ?? null,
      appSecret,
      phoneNumberId: standIn.phoneNumberId,
    })
  const status = { id: 'wamid.1', status: 'delivered', timestamp: '1790000000', recipient_id: '2348012345678' }

  test('reports and replies are read, and unknown ones left out', () => {
    const failed = { ...status, id: 'wamid.2', status: 'failed', errors: [{ code: 131026, title: 'Undeliverable' }] }
    const reply = {
      from: '2348012345678',
      id: 'wamid.3',
      timestamp: '1790000000',
      type: 'text',
      text: { body: 'STOP' },
    }
    expect(
      read(
        standIn.webhook({ statuses: [status, { id: 'x', status: 'warped' }, failed], messages: [{ from: 1 }, reply] }),
      ),
    ).toEqual({
      statuses: [
        { messageId: 'wamid.1', status: 'delivered', reason: null, isUnreachable: false },
        { messageId: 'wamid.2', status: 'failed', reason: 'code 131026', isUnreachable: true },
      ],
      replies: [{ from: '2348012345678', text: 'STOP', at: new Date(1_790_000_000_999) }],
    })
  })

  test('a forged signature, another secret and a changed body are refused', () => {
    const call = standIn.webhook({ statuses: [status] })
    expect(read(call)).not.toBeNull()
    expect(read(call, 'another-secret')).toBeNull()
    expect(read({ ...call, body: call.body.replace('delivered', 'failed') })).toBeNull()
    for (const forged of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'sha1=abc']) {
      expect(read({ ...call, headers: { 'x-hub-signature-256': forged } })).toBeNull()
    }
  })

  test('events of another number are left out', () => {
    const call = standIn.webhook({ statuses: [status] })
    const { body, appSecret } = { ...call, appSecret: standIn.appSecret }
    const reports = readWhatsAppWebhook({
      body: new TextEncoder().encode(body),
      signature: call.headers['x-hub-signature-256'] ?? null,
      appSecret,
      phoneNumberId: '999',
    })
    expect(reports).toEqual({ statuses: [], replies: [] })
  })

  test('the address is verified with our token only', () => {
    const query = (token: string, mode = 'subscribe') =>
      new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '1158201444' })
    expect(readChallenge(query('ours'), 'ours')).toBe('1158201444')
    expect([readChallenge(query('theirs'), 'ours'), readChallenge(query('ours', 'x'), 'ours')]).toEqual([null, null])
    const script = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': 'ours', 'hub.challenge': '<b>' })
    expect(readChallenge(script, 'ours')).toBeNull()
  })
})
