import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type StoredSession, sessionCookie } from '#api/session-cookie.ts'
import { mayEnter } from '#domain/accounts/role-areas.ts'
import { PAGE_UNAVAILABLE } from '#domain/texts/screens.ts'
import { openPool } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { openProxy } from '#platform/postgres/testing/tcp-proxy.ts'
import { PAGES } from '#web/routing/pages.ts'
import { type Product, startProduct } from '../../../bench/market/product.ts'

/**
 * Public addresses that read nothing from the database for a visitor: plain texts, forms, and pages that require
 * signing in.
 */
const FIXED = [
  '/area',
  '/auth',
  '/auth/confirm',
  '/auth/reset-password',
  '/blog/edit/6f1f0d2e-1f50-4a6f-9d6f-2d9f3f1c7a10',
  '/blog/new',
  '/cart',
  '/contact',
  '/dev/ui',
  '/goodbye',
  '/search',
  '/search/suggestions',
  '/about',
  '/privacy-policy',
  '/robots.txt',
  '/manifest.webmanifest',
]
const PUBLISHABLE_KEY = `sb_publishable_${'a'.repeat(32)}`

/** Addresses that only accept forms, or need a signed-in person. */
const CLOSED =
  /^\/(theme|low-data|language|follow|pictures|auth\/sign-out)$|\/(ask|questions\/:questionId|ratings\/:reviewId)$/
/** The blog's editor says to visitors that it is closed. */
const EDITOR = /^\/blog\/(new|edit)/

let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let line: Awaited<ReturnType<typeof openProxy>>
let product: Product
let known: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'away-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(folder, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'server') })
  line = await openProxy(postgres.connectionString)
  product = await startProduct({
    dataDir: join(folder, 'market'),
    port: await freePort(),
    environment: {
      DATABASE_URL: line.connectionString,
      SEED: 'demo',
      DATABASE_STATEMENT_TIMEOUT_MS: '1000',
      SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    },
  })
  const owner = openPool({ connectionString: postgres.connectionString })
  const one = async (sql: string) => (await owner.query(sql)).rows[0].value as string
  // The demo market has no share that is given away.
  await owner.query(`begin; set local session_replication_role = 'replica';
    insert into public.share_gifts (order_id, giver_id, to_waiting_list, expires_at)
    select id, user_id, true, now() + interval '1 day' from public.orders where status = 'pending' and group_buy_id is not null limit 1; commit`)
  known = {
    '/group-buys/:id': await one("select id as value from public.group_buys where status = 'active' limit 1"),
    '/group-buys/:id/sheet': await one("select id as value from public.group_buys where status = 'confirmed' limit 1"),
    '/shop/:vendorId': await one("select id as value from public.vendors where status = 'active' limit 1"),
    '/products/:id': await one('select id as value from public.products where archived_at is null limit 1'),
    '/blog/:slug': await one("select slug as value from public.blog_posts where status = 'published' limit 1"),
    '/sitemaps/:part.xml': 'products-1',
    '/share/:id': await one('select id as value from public.share_gifts limit 1'),
    '/blog/edit/:id': '6f1f0d2e-1f50-4a6f-9d6f-2d9f3f1c7a10',
  }
  await owner.end()
})
afterAll(async () => {
  await product?.stop('SIGKILL')
  await line?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The address of every public page. */
function publicAddresses(): string[] {
  const isOpen = (path: string) => (mayEnter('visitor', path) && !CLOSED.test(path)) || EDITOR.test(path)
  return PAGES.filter(({ path }) => isOpen(path) && path !== '/*' && path !== '/not-now').map(({ path }) =>
    path.replace(/:\w+/, known[path] ?? known[path.replace(/\/[a-z]+$/, '')] ?? 'UNKNOWN'),
  )
}

interface PageResponse {
  path: string
  status: number
  cacheControl: string | null
  retryAfter: string | null
  text: string
}

async function fetchPage(path: string, init: RequestInit = {}): Promise<PageResponse> {
  const headers = { apikey: PUBLISHABLE_KEY }
  const answer = await fetch(product.origin + path, { redirect: 'manual', headers, ...init })
  const { status } = answer
  const text = await answer.text()
  return {
    path,
    status,
    cacheControl: answer.headers.get('cache-control'),
    retryAfter: answer.headers.get('retry-after'),
    text,
  }
}

/** A signed-in person's cookie, with a valid token or one that must be refreshed. */
async function cookieOf(email: string, { expired }: { expired: boolean }): Promise<string> {
  const signedIn = await fetchPage('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: 'ajoja-demo' }),
  })
  const session = JSON.parse(signedIn.text) as StoredSession
  if (expired) session.expires_at = 1
  return sessionCookie(session, { secure: false }).split(';')[0] ?? ''
}

const away = { status: 503, cacheControl: 'no-store', retryAfter: '2' }

test('while the database is down, no address answers as if it had no data', async () => {
  const addresses = publicAddresses()
  expect(FIXED.filter((path) => !addresses.includes(path))).toEqual([])
  const moving = addresses.filter((path) => !FIXED.includes(path))
  const buy = known['/group-buys/:id']
  const shown = await fetch(`${product.origin}/og/group-buys/${buy}/now.jpg`)
  const wire = [new URL(shown.url).pathname, '/rest/v1/group_buys?select=id', `/group-buys/${buy}.data`]
  const answers = await Promise.all([...moving, ...wire].map((path) => fetchPage(path)))
  expect(answers.filter(({ status }) => status !== 200).map(({ path, status }) => [path, status])).toEqual([])
  const cookies = [
    await cookieOf('customer@ajoja.test', { expired: false }),
    await cookieOf('vendor@ajoja.test', { expired: true }),
  ]

  await line.cut()
  // With a search, because a page that was requested before has a copy, which says its age.
  for (const path of moving.map((one) => `${one}?uncached=1`)) {
    const answer = await fetchPage(path)
    expect(answer).toMatchObject({ path, ...away })
    expect(answer.text, path).toContain(path.includes('.xml') ? 'The market is very busy' : PAGE_UNAVAILABLE.title)
    expect(answer.text).not.toContain('nonce-to-come')
    expect(await fetchPage(path, { method: 'HEAD' })).toMatchObject({ path, ...away, text: '' })
  }
  const card = `/og/group-buys/${buy}/other.jpg`
  for (const path of [card, ...wire.slice(1)]) expect(await fetchPage(path)).toMatchObject({ path, ...away })
  expect(await fetchPage('/readyz')).toMatchObject({ status: 503, cacheControl: 'no-store' })
  for (const path of FIXED) expect((await fetchPage(path)).status, path).toBeLessThan(400)

  // A signed-in user is neither signed out nor shown a visitor's page.
  for (const cookie of cookies) {
    for (const path of ['/about', '/customer/dashboard', '/account/orders']) {
      const answer = await fetch(product.origin + path, { headers: { cookie }, redirect: 'manual' })
      expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 503, null])
    }
  }
  const signIn = { method: 'POST', body: JSON.stringify({ email: 'customer@ajoja.test', password: 'ajoja-demo' }) }
  expect(await fetchPage('/auth/v1/token?grant_type=password', signIn)).toMatchObject(away)

  await line.restore()
  await vi.waitFor(async () => expect(await fetchPage('/readyz')).toMatchObject({ status: 200 }), { timeout: 60_000 })
  for (const path of moving) expect(await fetchPage(path)).toMatchObject({ path, status: 200 })
})

test('a frozen server delays no request beyond its timeout', async () => {
  const signIn = { method: 'POST', body: JSON.stringify({ email: 'customer@ajoja.test', password: 'ajoja-demo' }) }
  const frozen = async () => {
    line.freeze()
    // Addresses not requested before: for cached ones visitors get the stale copy.
    const requested = ['/?ref=FROZEN', '/products?q=frozen', '/rest/v1/group_buys?select=id&limit=9'].map((path) =>
      fetchPage(path),
    )
    return Promise.all([...requested, fetchPage('/auth/v1/token?grant_type=password', signIn)])
  }
  for (const answer of await frozen()) expect(answer).toMatchObject(away)
  expect(await fetchPage('/readyz')).toMatchObject({ status: 503 })
  line.thaw()
  await vi.waitFor(async () => expect(await fetchPage('/readyz')).toMatchObject({ status: 200 }), { timeout: 60_000 })
  expect(await fetchPage('/products')).toMatchObject({ status: 200 })
})

test('a process stops on SIGTERM while the server is frozen', async () => {
  line.freeze()
  await product.stop()
})
