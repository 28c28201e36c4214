import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Wire } from '#database/types.ts'
import { allRefusals } from '#domain/all-refusals.ts'
import { findRefusal } from '#domain/refusals/refusal-texts.ts'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/sessions/tokens.ts'
import { diskStore } from '#platform/files/stores/blob-store.ts'
import type { Sms } from '#platform/sms/sms.ts'
import { type AppOptions, createApp } from '#server/app.ts'
import { NO_TEXT_NOTICES } from '#server/text-messages/delivery.ts'
import { type MarketOptions, openTestMarket, type TestMarket } from './market.ts'
import { createTestGateway } from './money/test-gateway.ts'

export const ORIGIN = 'https://market.test'
export const KEYS = {
  publishable: 'sb_publishable_test_key_0000000000',
  secret: 'sb_secret_test_key_000000000000000000',
}

/** The whole server on a test market, called with the unmodified public client. */
export interface TestWire {
  market: TestMarket
  faults: unknown[]
  /** Sent text messages, oldest first. */
  texts: Sms[]
  /** Starts the mail sender and the jobs; without it they stay queued. */
  startWork(): Promise<void>
  /** A client for a person, or an anonymous one. */
  tables(person?: string, headers?: Record<string, string>): Promise<PostgrestClient<Wire>>
  request(path: string, init?: RequestInit & { as?: string }): Promise<Response>
  /** An access token for a person; extra claims override the usual ones. */
  tokenOf(person: string, claims?: Record<string, unknown>): Promise<string>
  stop(): Promise<void>
}

export async function openTestWire({
  through,
  maxConnections,
  ...options
}: Partial<Pick<AppOptions, 'smtp' | 'auth' | 'rateLimits' | 'staffSecondFactor'>> &
  MarketOptions = {}): Promise<TestWire> {
  const market = await openTestMarket({ ...(through && { through }), ...(maxConnections && { maxConnections }) })
  const signingKeys = await loadSigningKeys({ keys: [await generateSigningKey()] }, { issuer: `${ORIGIN}/auth/v1` })
  const faults: unknown[] = []
  const texts: Sms[] = []
  const app = createApp({
    database: market.db.database,
    apiKeys: KEYS,
    signingKeys,
    siteUrl: ORIGIN,
    store: diskStore(join(tmpdir(), `market-files-${crypto.randomUUID()}`)),
    allowedRedirects: [],
    rateLimits: false,
    smtp: null,
    payments: {
      database: market.db.database,
      gateway: createTestGateway(market, KEYS.secret).gateway,
      takesTestMoney: true,
      siteUrl: ORIGIN,
    },
    texts: { ...NO_TEXT_NOTICES, offered: ['sms', 'whatsapp'] },
    sms: { name: 'none', send: async (sms) => ({ messageId: String(texts.push(sms)) }) },
    reportFault: (fault) => faults.push(fault),
    ...options,
  })
  const tokenOf = (person: string, claims: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return signingKeys.sign({
      sub: person,
      role: 'authenticated',
      aud: 'authenticated',
      iat: now,
      exp: now + 3600,
      session_id: crypto.randomUUID(),
      ...claims,
    })
  }
  const headersFor = async (person: string | undefined, more: Record<string, string> = {}) => ({
    apikey: KEYS.publishable,
    authorization: `Bearer ${person ? await tokenOf(person) : KEYS.publishable}`,
    'x-client-address': '198.51.100.9',
    ...more,
  })
  /** Uses the public entry: requests that a page makes inside the process are not rate limited. */
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const prefix = Object.keys(app.handlers).find((one) => pathname.startsWith(`${one}/`))
    return (prefix && app.handlers[prefix]?.(request)) || app.fetch(request)
  }
  const inProcess: typeof fetch = (input, init) => answer(new Request(input, init))
  return {
    market,
    faults,
    tokenOf,
    texts,
    startWork: app.startWork,
    tables: async (person, headers) =>
      new PostgrestClient<Wire>(`${ORIGIN}/rest/v1`, { fetch: inProcess, headers: await headersFor(person, headers) }),
    request: async (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers)
      for (const [name, value] of Object.entries(await headersFor(as))) if (!headers.has(name)) headers.set(name, value)
      const answered = await answer(new Request(ORIGIN + path, { ...init, headers }))
      if (path.startsWith('/functions/v1/') && !answered.ok) await holdToUnion(answered.clone())
      return answered
    },
    async stop() {
      await app.stop()
      await market.close()
    },
  }
}

/** Checks that a refusal has a code of the closed union. */
async function holdToUnion(answer: Response): Promise<void> {
  const body = (await answer.json()) as { code?: unknown }
  if (typeof body.code !== 'string' || !findRefusal(allRefusals, body.code))
    throw new Error(`A command answered with ${JSON.stringify(body)}: no code of the union`)
}
