import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { isUnavailable } from '#platform/postgres/unavailable.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { AuthDependencies, AuthSms } from '../auth.ts'
import type { AuthMail } from '../codes/mails.ts'
import { createAuthHandler } from '../handler.ts'
import { generateSigningKey, loadSigningKeys } from '../sessions/tokens.ts'
import type { AuthSettingsInput } from '../settings.ts'

export const SITE = 'http://site.test'
export const API = `${SITE}/auth/v1`
export const KEYS = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }
export const PASSWORD = 'tall palm tree'

export interface TestService {
  db: TestDatabase
  /** The mails that would have been sent, oldest first. */
  mails: AuthMail[]
  texts: AuthSms[]
  faults: unknown[]
  /** The network address of the next requests. */
  setAddress(address: string): void
  handle(request: Request): Promise<Response>
  /** A raw request below `/auth/v1`; objects are sent as JSON. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>
  /** The unmodified public client, in memory and without timers. */
  client(options?: { flowType?: 'pkce' | 'implicit'; headers?: Record<string, string> }): GoTrueClient
  lastMail(to: string): AuthMail
  stop(): Promise<void>
}

export interface AskOptions {
  body?: unknown
  headers?: Record<string, string>
  bearer?: string
}

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export interface ServiceOptions {
  settings?: Partial<AuthSettingsInput>
  rateLimits?: boolean
  dependencies?: Partial<AuthDependencies>
}

/** The real service on its own database. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const db = await createTestDatabase({ floors: 'platform' })
  const mails: AuthMail[] = []
  const texts: AuthSms[] = []
  const faults: unknown[] = []
  let address = '203.0.113.1'
  const handle = createAuthHandler({
    database: db.database,
    apiKeys: KEYS,
    signingKeys: await loadSigningKeys({ keys: [await generateSigningKey()] }, { issuer: API }),
    settings: { siteUrl: SITE, ...options.settings },
    sendMail: async (_tx, mail) => {
      mails.push(mail)
    },
    sendSms: async (sms) => ({ messageId: String(texts.push(sms)) }),
    rateLimits: createRateLimits({ database: db.database, enabled: options.rateLimits ?? false }),
    clientAddress: () => address,
    reportFault(error) {
      faults.push(error)
      // The response is a bare 503; this line shows the reason when a test fails.
      if (isUnavailable(error)) console.error(error)
    },
    ...options.dependencies,
  })
  return {
    db,
    mails,
    texts,
    faults,
    handle,
    setAddress: (next) => {
      address = next
    },
    ask: (method, path, askOptions = {}) => ask(handle, { method, path, ...askOptions }),
    client: ({ flowType = 'implicit', headers = {} } = {}) =>
      new AuthClient({
        url: API,
        headers: { apikey: KEYS.publishable, ...headers },
        storage: memoryStorage(),
        autoRefreshToken: false,
        flowType,
        experimental: { passkey: true },
        fetch: (input, init) => handle(new Request(input as string, init as RequestInit)),
      }),
    lastMail(to) {
      const mail = mails.findLast((candidate) => candidate.to === to)
      if (!mail) throw new Error(`No mail to ${to}`)
      return mail
    },
    stop: () => db.drop(),
  }
}

async function ask(
  handle: (request: Request) => Promise<Response>,
  { method, path, body, headers, bearer }: AskOptions & { method: string; path: string },
): Promise<Answer> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(`${API}${path}`, {
    method,
    headers: {
      apikey: KEYS.publishable,
      'x-supabase-api-version': '2024-01-01',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const response = await handle(request)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** The token in a mail's link. */
export function tokenOf(mail: AuthMail): string {
  return new URL(mail.link ?? '').searchParams.get('token_hash') ?? ''
}

/** The claims of a token, unverified. */
export function claimsIn(token = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

let people = 0

/** An address not yet used in this file. */
export function newEmail(): string {
  people += 1
  return `person${people}@example.com`
}

/** A confirmed person, signed in with their own client. */
export async function signedIn(service: TestService, email: string = newEmail()) {
  const client = service.client()
  await client.signUp({ email, password: PASSWORD })
  const { data, error } = await client.verifyOtp({ type: 'signup', token_hash: tokenOf(service.lastMail(email)) })
  if (error || !data.session || !data.user) throw error ?? new Error('No session')
  return { client, email, session: data.session, user: data.user }
}

/** Simulates a sign-in two days ago. */
export async function makeSessionsOld(service: TestService, userId: string): Promise<void> {
  await service.db.owner.query(
    `with old as (update auth.sessions set created_at = now() - interval '2 days' where user_id = $1 returning id)
     update auth.mfa_amr_claims set updated_at = now() - interval '2 days' where session_id in (select id from old)`,
    [userId],
  )
}
