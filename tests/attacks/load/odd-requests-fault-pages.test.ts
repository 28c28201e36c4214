import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookie } from '#api/session-cookie.ts'
import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES } from '#platform/http/requests/body.ts'
import { acceptsUploads } from '#web/routing/page-facts.ts'
import { PAGES } from '#web/routing/pages.ts'
import { openTarget, type Target } from '../open-target.ts'

const ROLES = ['customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator']

let target: Target
const cookies = new Map<string, string>()
beforeAll(async () => {
  target = await openTarget()
  for (const role of ROLES) {
    const { token, refreshToken } = await target.signIn({ role })
    const session = {
      access_token: token,
      refresh_token: refreshToken,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      expires_in: 3600,
      token_type: 'bearer',
    }
    cookies.set(role, sessionCookie(session, { secure: false }).split(';')[0] ?? '')
  }
})
afterAll(() => target?.close())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const filled = (path: string) => path.replace(/:\w+/g, NOBODY).replace('*', 'nothing')

const URLENCODED = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=x'
const bytes = (text: string) => new TextEncoder().encode(text)

interface OddRequest {
  method?: string
  type?: string
  body?: Uint8Array<ArrayBuffer>
}

const ODD_REQUESTS: Record<string, OddRequest> = {
  'an empty form': { type: URLENCODED },
  'a form of unknown fields': { type: URLENCODED, body: bytes('intent=nothing&id=x&__proto__=1') },
  'a form without a type': { body: bytes('id=1') },
  JSON: { type: 'application/json', body: bytes('{"id":1}') },
  'broken JSON': { type: 'application/json', body: bytes('{"id":') },
  text: { type: 'text/plain', body: bytes('id=1') },
  'parts without a boundary': { type: 'multipart/form-data', body: bytes('--x') },
  'parts that end early': { type: PARTS, body: bytes('--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n1') },
  'a file in the place of a text': {
    type: PARTS,
    body: bytes('--x\r\ncontent-disposition: form-data; name="id"; filename="a.png"\r\n\r\n1\r\n--x--\r\n'),
  },
  'no UTF-8': { type: URLENCODED, body: new Uint8Array([0x69, 0x64, 0x3d, 0xff, 0xfe]) },
  'escapes of no text': { type: URLENCODED, body: bytes('id=%ff&intent=%00') },
  'a NUL': { type: URLENCODED, body: bytes('id=%00&intent=%00&name=%00&to=%00&body=%00') },
  'too much': { type: URLENCODED, body: bytes(`id=${'x'.repeat(MAX_BODY_BYTES)}`) },
  PUT: { method: 'PUT', type: URLENCODED, body: bytes('id=1') },
  PATCH: { method: 'PATCH' },
  DELETE: { method: 'DELETE' },
  OPTIONS: { method: 'OPTIONS' },
  PROPFIND: { method: 'PROPFIND' },
  'a read with odd parameters': { method: 'GET' },
}

async function ask(path: string, cookie: string, { method = 'POST', type, body }: OddRequest): Promise<number> {
  const query = method === 'GET' ? '?page=-1&page=x&search=%00&category=%ff&tab=__proto__&sort=constructor&id=x' : ''
  const answer = await fetch(`${target.origin}${path}${query}`, {
    method,
    redirect: 'manual',
    headers: { cookie, origin: target.origin, ...(type !== undefined && { 'content-type': type }) },
    ...(body && { body }),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Larger than a form with files may be, which is rejected by its length alone. */
function announceFiles(path: string, cookie: string): Promise<number> {
  const headers = {
    cookie,
    origin: target.origin,
    'content-type': URLENCODED,
    'content-length': MAX_FILE_FORM_BYTES + 1,
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${target.origin}${path}`, { method: 'POST', headers, agent: false })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      sent.destroy()
    })
    sent.flushHeaders()
  })
}

test('no page fails on any input of any role', { timeout: 600_000 }, async () => {
  // The "not now" page has the status 503.
  const paths = [...new Set(PAGES.map(({ path }) => path))].filter((path) => path !== '/not-now')
  expect(paths.length).toBeGreaterThan(80)
  const combinations = paths.flatMap((path) => {
    const area = ROLES.find((role) => path.startsWith(`/${role}`))
    const roles = area
      ? [area]
      : path.startsWith('/content') || path.startsWith('/blog')
        ? ['administrator']
        : ['customer']
    const addresses = [filled(path), `${filled(path) === '/' ? '/_root' : filled(path)}.data`]
    return roles.flatMap((role) =>
      addresses.flatMap((address) => Object.keys(ODD_REQUESTS).map((name) => ({ address, role, name }))),
    )
  })
  const failed: string[] = []
  const accepted: string[] = []
  const later: typeof combinations = []
  const one = async (combination: (typeof combinations)[number], isLast = false) => {
    const { address, role, name } = combination
    const cookie = cookies.get(role) ?? ''
    const requested =
      name === 'too much' && acceptsUploads(address)
        ? announceFiles(address, cookie)
        : ask(address, cookie, ODD_REQUESTS[name] ?? {})
    const status = await requested.catch((error: Error) => error.message)
    // An overloaded machine rejects early; the request is repeated.
    if (status === 503 && !isLast) return void later.push(combination)
    const line = `${status} ${address} as ${role}: ${name}`
    if (typeof status !== 'number' || status >= 500) failed.push(line)
    if (NEVER.includes(name) && Number(status) < 400) accepted.push(line)
  }
  const queue = [...combinations]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await one(next)
    }),
  )
  for (const combination of later) await one(combination, true)
  expect(failed).toEqual([])
  expect(accepted).toEqual([])
})

/** The maximum time of a page. */
const NEVER = ['JSON', 'text', 'parts that end early', 'no UTF-8', 'too much', 'PUT', 'DELETE', 'PROPFIND']
