import { describe, expect, test } from 'vitest'
import { type BodyFault, readBytes, readJson, readText, rejectBody } from './body.ts'

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://site/', { method: 'POST', body, headers })
const endless = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) })
const streamed = () => new Request('http://site/', { method: 'POST', body: endless(), duplex: 'half' } as RequestInit)
const reject = (flaw: BodyFault) => ({ flaw })
const NO_TEXT = new Uint8Array([0x22, 0xff, 0x22])

describe('readBytes', () => {
  test('returns a body within the limit', async () => {
    expect(await readBytes(post('x'.repeat(10)), { maxBytes: 10, reject })).toHaveLength(10)
    expect(await readBytes(post(null), { reject })).toHaveLength(0)
  })

  test('rejects a longer body, also with a missing or wrong Content-Length', async () => {
    for (const request of [
      post('x'.repeat(11)),
      post('x', { 'content-length': '99' }),
      post('x'.repeat(11), { 'content-length': '1' }),
      streamed(),
    ]) {
      expect(await readBytes(request, { maxBytes: 10, reject })).toEqual({ flaw: 'too-large' })
    }
    expect(await readBytes(streamed(), { reject })).toEqual({ flaw: 'too-large' })
  })
})

test('readText rejects invalid UTF-8', async () => {
  expect(await readText(post('a=%20'), { reject })).toBe('a=%20')
  expect(await readText(post(NO_TEXT), { reject })).toEqual({ flaw: 'not-text' })
})

describe('readJson', () => {
  const read = (body: BodyInit | null) => readJson(post(body), { maxDepth: 3, storable: true, reject })

  test('parses and keeps the text; an empty body has no value', async () => {
    expect(await read('{"a":[1.0]}')).toEqual({ text: '{"a":[1.0]}', value: { a: [1] } })
    expect(await read(null)).toMatchObject({ value: undefined })
    expect(await read(' \n')).toMatchObject({ value: undefined })
  })

  test.each([
    ['{', 'not-json'],
    ['nothing', 'not-json'],
    ['{"a":1}}', 'not-json'],
    [NO_TEXT, 'not-text'],
    ['[[[[]]]]', 'too-deep'],
    [`[${'1,'.repeat(20_000)}1]`, 'too-many'],
    ['{"a\\u0000":1}', 'not-storable'],
    ['x'.repeat(1_100_000), 'too-large'],
  ])('finds the flaw of %s', async (body, flaw) => {
    expect(await read(body)).toEqual({ flaw })
  })

  test('ignores brackets inside strings', async () => {
    expect(await read('[[["[[[[\\"[[["]]]')).toMatchObject({ value: [[['[[[["[[[']]] })
  })

  test('limits depth always, and checks characters only on request', async () => {
    expect(await readJson(post('[[[["\\u0000"]]]]'), { reject })).toMatchObject({ value: [[[['\0']]]] })
    expect(await readJson(post('['.repeat(980_000)), { reject })).toEqual({ flaw: 'too-deep' })
  })

  test('returns the rejection of the handler', async () => {
    expect(await readJson(post('{'), { reject: (flaw) => flaw })).toBe('not-json')
    expect(await readJson(post('x'.repeat(11)), { maxBytes: 10, reject: (flaw) => flaw })).toBe('too-large')
  })

  test('throws the rejection of the handler', async () => {
    const refusing = readJson(post('{'), {
      reject: () => {
        throw new Error('mine')
      },
    })
    await expect(refusing).rejects.toThrow('mine')
  })
})

test.each([
  ['too-large', 413, 'request_entity_too_large'],
  ['not-json', 400, 'bad_json'],
] as const)('%s is answered %i', async (flaw, status, code) => {
  const response = rejectBody(flaw)
  expect([response.status, (await response.json()).code]).toEqual([status, code])
})
