import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'
import { textOfResponse, textResponse } from './text-response.ts'

const asking = (accepted: string) => new Request('http://site/', { headers: { 'accept-encoding': accepted } })
const page = (body: BodyInit) => new Response(body, { headers: { 'content-type': 'text/html', etag: '"a"' } })

test('a streamed page arrives chunk by chunk', async () => {
  let finish: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('<head>'))
      finish = () => {
        controller.enqueue(new TextEncoder().encode('<body>'))
        controller.close()
      }
    },
  })
  const answer = await compress(asking('gzip'), page(body))
  expect(answer.headers.get('etag')).toBe('W/"a"')
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const pieces = [(await reader.read()).value ?? new Uint8Array()]
  // The head is sent while the page is still being rendered.
  finish()
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value)
  expect(pieces.length).toBeGreaterThan(1)
  expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe('<head><body>')
})

test('an aborted page aborts the compressed stream', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const answer = await compress(asking('br'), page(body))
  await expect(answer.text()).rejects.toThrow()
})

test('an encoding with weight 0 is not used', async () => {
  expect((await compress(asking('br;q=0, gzip;q=0.5'), page('x'))).headers.get('content-encoding')).toBe('gzip')
  expect((await compress(asking('br;q=0'), page('x'))).headers.get('content-encoding')).toBeNull()
})

test('short JSON stays as it is', async () => {
  const answer = await compress(asking('br'), Response.json({ a: 1 }))
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.json()).toEqual({ a: 1 })
})

test.each([2_000, 20_000])('compresses a known text of %d characters like any other', async (length) => {
  const text = JSON.stringify({ name: 'Ọfada rice '.repeat(length / 11) })
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  const packed = await compress(asking('br'), textResponse(text, { status: 201, headers }))
  expect([packed.status, Object.fromEntries(packed.headers)]).toEqual([
    201,
    { ...headers, 'content-encoding': 'br', vary: 'Accept-Encoding' },
  ])
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(text)
  const zipped = await compress(asking('gzip'), textResponse(text, { headers }))
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(text)
})

test('a short known text stays uncompressed', async () => {
  const answer = await compress(asking('br'), textResponse('{}', { headers: { 'content-type': 'application/json' } }))
  expect([answer.headers.get('content-encoding'), textOfResponse(answer), await answer.text()]).toEqual([
    null,
    '{}',
    '{}',
  ])
})
