import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arePushKeys, encryptPush, type PushKeys } from './encrypt.ts'
import { isPublicAddress, isPublicEndpoint, publicLookup } from './public-internet.ts'
import { createPushSender, newPushKey, type OutgoingPush } from './push-sender.ts'
import { openTestBrowser, startPushService, type TestPushService } from './testing.ts'

let service: TestPushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())

const pushTo = (keys: PushKeys): OutgoingPush => ({
  ...keys,
  endpoint: 'https://fcm.push.test/send/abc',
  message: '{"title":"Ọ̀gẹ̀dẹ̀"}',
  ttlSeconds: 3600,
  isUrgent: false,
})

it('encrypts the example of RFC 8291', () => {
  const example = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const chance = {
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  }
  expect(
    encryptPush(example, Buffer.from('When I grow up, I want to be a watermelon'), chance).toString('base64url'),
  ).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('accepts messages up to the size of one record', () => {
  const { keys, read } = openTestBrowser()
  const most = 'x'.repeat(3993)
  const sealed = encryptPush(keys, Buffer.from(most))
  expect([sealed.length, read(sealed)]).toEqual([4096, most])
  expect(() => encryptPush(keys, Buffer.from(`${most}x`))).toThrow(RangeError)
})

it('validates the keys of a subscription', () => {
  const { keys } = openTestBrowser()
  expect(arePushKeys(keys)).toBe(true)
  expect(arePushKeys({ ...keys, auth: 'short' })).toBe(false)
  expect(arePushKeys({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
})

describe('a push', () => {
  it('is encrypted, with a TTL and a VAPID token for its push service', async () => {
    const { keys, read } = openTestBrowser()
    expect(await service.sender.send(pushTo(keys))).toEqual({ kind: 'taken' })
    const [got] = service.received.splice(0)
    expect(read(got?.body ?? Buffer.alloc(0))).toBe('{"title":"Ọ̀gẹ̀dẹ̀"}')
    expect(got).toMatchObject({
      path: '/send/abc',
      headers: { ttl: '3600', urgency: 'normal', 'content-encoding': 'aes128gcm' },
    })
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(got?.headers.authorization ?? '') ?? []
    expect(key).toBe(service.sender.publicKey)
    const { payload } = await jwtVerify(token, publicKeyOf(key), { audience: 'https://fcm.push.test' })
    expect(payload.sub).toBe('mailto:push@example.test')
    expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThan(86_400)
  })

  it.each([
    [201, {}, { kind: 'taken' }],
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [403, {}, { kind: 'refused' }],
    [413, {}, { kind: 'refused' }],
    [307, { location: 'http://169.254.169.254/' }, { kind: 'refused' }],
    [429, { 'retry-after': '120' }, { kind: 'later', afterMs: 120_000 }],
    [503, { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }, { kind: 'later', afterMs: null }],
    [500, {}, { kind: 'later', afterMs: null }],
  ])('answered with %s and headers %o', async (status, headers, outcome) => {
    service.answerWith(status, headers as Record<string, string>)
    expect(await service.sender.send(pushTo(openTestBrowser().keys))).toMatchObject(outcome)
    expect(service.received.splice(0)).toHaveLength(1)
  })

  it('is retried later if the push service does not answer in time', async () => {
    const silent = await startPushService({ timeoutMs: 300 })
    silent.answerWith(0)
    expect(await silent.sender.send(pushTo(openTestBrowser().keys))).toMatchObject({ kind: 'later', afterMs: null })
    await silent.stop()
  })
})

it.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://localhost/x',
  'https://db/x',
  'https://metadata.google.internal/x',
  'https://printer.local/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:password@fcm.googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'file:///etc/passwd',
  'not an address',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
])('%s is rejected as a push endpoint and never requested', async (endpoint) => {
  expect(isPublicEndpoint(endpoint)).toBe(false)
  const sender = createPushSender({ privateKey: newPushKey(), contact: 'mailto:push@example.test' })
  expect(await sender.send({ ...pushTo(openTestBrowser().keys), endpoint })).toEqual({ kind: 'gone' })
})

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://web.push.apple.com/Q',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
])('%s is accepted as a push endpoint', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(true))

it('distinguishes public addresses from internal and reserved ones', () => {
  const others = [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ]
  const others6 = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'ff02::1',
    '2001::1',
  ]
  for (const address of [...others, ...others6, 'example.org', ''])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '142.250.184.10', '2a00:1450:4001:82b::200a'])
    expect(isPublicAddress(address)).toBe(true)
})

it('does not connect to a name that resolves to this machine', async () => {
  for (const options of [{ all: true }, {}]) {
    const fault = await new Promise((resolve) => publicLookup('localhost', options, resolve))
    expect(String(fault)).toContain('localhost is not public')
  }
})

function publicKeyOf(text: string) {
  const point = Buffer.from(text, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' })
}
