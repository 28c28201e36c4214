import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compress } from './compress.ts'
import { createStaticFiles } from './static-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-test-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'client/robots.txt'), 'User-agent: *')
  await writeFile(join(folder, 'client/basin.svg'), '<svg/>')
  await writeFile(join(folder, 'client/.hidden.txt'), 'hidden')
  await symlink(join(folder, 'secret.txt'), join(folder, 'client/link.txt'))
  await writeFile(join(folder, 'client/assets/a-1.js'), 'let a')
  await writeFile(join(folder, 'client/assets/a-1.js.br'), brotliCompressSync('let a'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  createStaticFiles({ folder: join(folder, 'client'), immutablePrefix: '/assets/' })(
    new Request(`http://site${path}`, { headers, method }),
  )

describe('static files', () => {
  test('have a type, a maximum age and an ETag', async () => {
    const response = await send('/assets/a-1.js')
    expect(await response?.text()).toBe('let a')
    expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const again = await send('/assets/a-1.js', { 'if-none-match': response?.headers.get('etag') ?? '' })
    expect(again?.status).toBe(304)
    expect((await send('/robots.txt'))?.headers.get('cache-control')).toBe('public, max-age=3600')
    const picture = await send('/basin.svg')
    expect(picture?.headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=2592000')
    const tag = picture?.headers.get('etag') ?? ''
    expect((await send('/basin.svg', { 'if-none-match': tag }))?.status).toBe(304)
  })

  test('are sent compressed to clients that accept it', async () => {
    const response = await send('/assets/a-1.js', { 'accept-encoding': 'gzip, br' })
    expect(response?.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0))).toString()).toBe(
      'let a',
    )
    expect(
      (await send('/assets/a-1.js', { 'accept-encoding': 'br;q=0, gzip' }))?.headers.get('content-encoding'),
    ).toBeNull()
  })

  test.each([
    '/link.txt',
    '/',
    '/assets',
    '/missing.js',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/.hidden.txt',
    '/%00.js',
    '/%',
    '/a\\..\\secret.txt',
  ])('do not serve %s', async (path) => {
    expect(await send(path)).toBeNull()
  })

  test('serve GET and HEAD only', async () => {
    expect(await send('/robots.txt', {}, 'POST')).toBeNull()
    expect(await (await send('/robots.txt', {}, 'HEAD'))?.text()).toBe('')
  })
})

describe('compress', () => {
  const text = 'the price falls as more people join. '.repeat(100)
  const sent = (accepted: string, init: ResponseInit = { headers: { 'content-type': 'text/html' } }) =>
    compress(new Request('http://site/', { headers: { 'accept-encoding': accepted } }), new Response(text, init))

  test('compresses text with an accepted encoding', async () => {
    const packed = await sent('gzip, deflate')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(text)
    expect((await sent('gzip, br')).headers.get('content-encoding')).toBe('br')
  })

  test('leaves other types, identity and no-transform unchanged', async () => {
    expect(await (await sent('')).text()).toBe(text)
    const picture = await sent('br', { headers: { 'content-type': 'image/png' } })
    expect(picture.headers.get('content-encoding')).toBeNull()
    const fixed = await sent('br', { headers: { 'content-type': 'text/html', 'cache-control': 'no-transform' } })
    expect(fixed.headers.get('content-encoding')).toBeNull()
  })
})
