import { expect, test } from 'vitest'
import { readTermiiWebhook, signTermiiWebhook } from './termii-webhook.ts'

const secret = 'secret-of-termii-0000'
const read = (content: unknown, signed: { secret?: string; signature?: string } = {}) => {
  const body = new TextEncoder().encode(JSON.stringify(content))
  const signature = signed.signature ?? signTermiiWebhook(signed.secret ?? secret, body)
  return readTermiiWebhook({ body, signature, secret })
}
const report = { type: 'outbound', message_id: 9_122_821, receiver: '2348012345678', status: 'DELIVERED', cost: 2.5 }

test.each([
  ['DELIVERED | Message delivered to handset', 'delivered', false],
  ['DND Active on Phone Number', 'failed', true],
  ['Message Failed', 'failed', false],
  ['Message Sent', 'sent', false],
])('%s', (status, means, isUnreachable) => {
  expect(read({ ...report, status })).toEqual({
    kind: 'status',
    messageId: '9122821',
    status: means,
    reason: status,
    isUnreachable,
    charge: 2.5,
  })
})

test('a reply is read with its time, in Lagos unless it names a zone', () => {
  const reply = { type: 'inbound', sender: '+2348012345678', message: 'STOP' }
  expect(read({ ...reply, received_at: '2026-11-28 10:00:00' })).toEqual({
    kind: 'reply',
    from: '2348012345678',
    text: 'STOP',
    at: new Date('2026-11-28T09:00:00Z'),
  })
  expect(read({ ...reply, received_at: '2026-11-28T10:00:00Z' })).toMatchObject({
    at: new Date('2026-11-28T10:00:00Z'),
  })
  expect(read(reply)).toMatchObject({ at: null })
})

test('another secret, a forged signature and none are refused; an unknown event is noted', () => {
  expect(read(report, { secret: 'another' })).toBeNull()
  for (const signature of ['', '0'.repeat(128), 'x']) expect(read(report, { signature })).toBeNull()
  expect(read({ type: 'voice' })).toEqual({ kind: 'other' })
  expect(read([])).toEqual({ kind: 'other' })
})
