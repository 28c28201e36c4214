import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'
import { textOfResponse, textResponse } from './text-response.ts'

const accepting = (accepted: string) => new Request('http://site/', { headers: { 'accept-encoding': accepted } })
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
  const response = await compress(accepting('gzip'), page(body))
  expect(response.headers.get('etag')).toBe('W/"a"')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const pieces = [(await reader.read()).value ?? new Uint8Array()]
  // The head is sent while the page is still being rendered.
  finish()
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value)
  expect(pieces.length).toBeGreaterThan(1)
  expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe('<head><body>')
})

test('an aborted page aborts the compressed stream', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const response = await compress(accepting('br'), page(body))
  await expect(response.text()).rejects.toThrow()
})

test('an encoding with weight 0 is not used', async () => {
  expect((await compress(accepting('br;q=0, gzip;q=0.5'), page('x'))).headers.get('content-encoding')).toBe('gzip')
  expect((await compress(accepting('br;q=0'), page('x'))).headers.get('content-encoding')).toBeNull()
})

test('short JSON stays as it is', async () => {
  const response = await compress(accepting('br'), Response.json({ a: 1 }))
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.json()).toEqual({ a: 1 })
})

test.each([2_000, 20_000])('compresses a known text of %d characters like any other', async (length) => {
  const text = JSON.stringify({ name: 'Ọfada rice '.repeat(length / 11) })
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  const packed = await compress(accepting('br'), textResponse(text, { status: 201, headers }))
  expect([packed.status, Object.fromEntries(packed.headers)]).toEqual([
    201,
    { ...headers, 'content-encoding': 'br', vary: 'Accept-Encoding' },
  ])
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(text)
  const zipped = await compress(accepting('gzip'), textResponse(text, { headers }))
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(text)
})

test('a short known text stays uncompressed', async () => {
  const response = await compress(
    accepting('br'),
    textResponse('{}', { headers: { 'content-type': 'application/json' } }),
  )
  expect([response.headers.get('content-encoding'), textOfResponse(response), await response.text()]).toEqual([
    null,
    '{}',
    '{}',
  ])
})
