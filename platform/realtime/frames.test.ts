import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStorable } from '#platform/postgres/queries/storable.ts'
import { decodeFrame, encodeBinaryBroadcast, encodeFrame, encodePush } from './frames.ts'

const bytes = (text: string) => Buffer.from(text)

test('reads a captured binary broadcast', () => {
  const captured = Buffer.concat([Buffer.from([3, 1, 1, 14, 4, 0, 1]), bytes('68realtime:room1ping{"a":1}')])
  expect(decodeFrame('2.0.0', captured, true)).toEqual({
    joinRef: '6',
    ref: '8',
    topic: 'realtime:room1',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'ping', payload: { a: 1 } },
  })
})

test('writes a binary broadcast by its lengths', () => {
  const written = encodeBinaryBroadcast('realtime:é', 'e', new Uint8Array([7]))
  expect([...written]).toEqual([4, 11, 1, 0, 0, ...bytes('realtime:é'), ...bytes('e'), 7])
})

test('decodes what it encodes, in both versions', () => {
  const text = fc.string({ maxLength: 20 }).filter(isStorable)
  const frame = fc.record({
    joinRef: fc.option(text),
    ref: fc.option(text),
    topic: text,
    event: text,
    payload: fc.constant({ a: [1] }),
  })
  fc.assert(
    fc.property(frame, fc.constantFrom('1.0.0' as const, '2.0.0' as const), (sent, version) => {
      expect(decodeFrame(version, bytes(encodeFrame(version, sent)), false)).toEqual(sent)
    }),
  )
  const push = { topic: 't"', event: 'e', payloadJson: '{"b":2}' }
  expect(decodeFrame('2.0.0', bytes(encodePush('2.0.0', push)), false)).toMatchObject({
    topic: 't"',
    payload: { b: 2 },
  })
  expect(decodeFrame('1.0.0', bytes(encodePush('1.0.0', push)), false)).toMatchObject({
    topic: 't"',
    payload: { b: 2 },
  })
})

test('never throws on arbitrary bytes', () => {
  const version = fc.constantFrom('1.0.0' as const, '2.0.0' as const)
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      version,
      fc.boolean(),
      (data, v, isBinary) => void decodeFrame(v, data, isBinary),
    ),
  )
  const almost = fc.uint8Array({ maxLength: 60 }).map((rest) => Uint8Array.from([3, ...rest]))
  fc.assert(fc.property(almost, (data) => void decodeFrame('2.0.0', data, true)))
  fc.assert(fc.property(fc.json(), version, (text, v) => void decodeFrame(v, bytes(text), false)))
})

test.each(['"\\ud800"', '"\\u0000"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`])(
  'rejects what cannot be sent to other processes: %.20s',
  (payload) => {
    const name = bytes('t')
    const pushed = Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), name, name, bytes(payload)])
    expect(decodeFrame('2.0.0', pushed, true)).toBeNull()
    expect(decodeFrame('2.0.0', bytes(`[null,null,"t","broadcast",{"payload":${payload}}]`), false)).toBeNull()
  },
)

test.each([`[${'1,'.repeat(20_000)}1]`, `${'['.repeat(70)}${']'.repeat(70)}`])(
  'rejects a payload with too many values or levels before parsing it: %.20s',
  (payload) => {
    const pushed = Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), bytes(`te${payload}`)])
    expect(decodeFrame('2.0.0', pushed, true)).toBeNull()
    expect(decodeFrame('2.0.0', bytes(`[null,null,"t","e",{"a":${payload}}]`), false)).toBeNull()
    expect(decodeFrame('1.0.0', bytes(`{"topic":"t","event":"e","payload":{"a":${payload}}}`), false)).toBeNull()
  },
)
