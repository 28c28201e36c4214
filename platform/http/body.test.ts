import { describe, expect, test } from 'vitest'
import { readBody, readJson, withBodyLimit } from './body.ts'

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://site/', { method: 'POST', body, headers })
const endless = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) })
const streamed = () => new Request('http://site/', { method: 'POST', body: endless(), duplex: 'half' } as RequestInit)

describe('readBody', () => {
  test('gives what is within the limit', async () => {
    expect(await readBody(post('x'.repeat(10)), 10)).toHaveLength(10)
    expect(await readBody(post(null))).toHaveLength(0)
  })

  test('refuses what is longer, also when its length was not told or is a lie', async () => {
    for (const request of [post('x'.repeat(11)), post('x', { 'content-length': '99' }), streamed()]) {
      const refused = (await readBody(request, 10)) as Response
      expect(refused.status).toBe(413)
      expect(await refused.json()).toMatchObject({ code: 'request_entity_too_large' })
    }
  })
})

describe('readJson', () => {
  test('parses, and takes no body for no value', async () => {
    expect(await readJson(post('{"a":[1]}'))).toEqual({ json: { a: [1] } })
    expect(await readJson(post(null, { 'content-type': 'application/json' }))).toEqual({ json: undefined })
  })

  test.each(['{', 'nothing', '{"a":1}}', new Uint8Array([0x22, 0xff, 0x22])])('answers 400 for %s', async (body) => {
    const refused = (await readJson(post(body))) as Response
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'bad_json' })
  })
})

test('withBodyLimit hands on the same request', async () => {
  const echo = withBodyLimit(async (request) => new Response(`${request.method} ${await request.text()}`), 10)
  expect(await (await echo(post('short'))).text()).toBe('POST short')
  expect(await (await echo(new Request('http://site/'))).text()).toBe('GET ')
  expect((await echo(streamed())).status).toBe(413)
})
