import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type StoredSession, sessionCookie } from '#api/session-cookie.ts'

export const DEMO_PASSWORD = 'ajoja-demo'

export interface Person {
  userId: string
  email: string
  password: string
  fullName: string
  session: StoredSession
}

export interface StoredMail {
  kind: string
  subject: string
  text: string
  createdAt: string
}

/** Signs in through the auth service and gives the page its cookie: fast, and the next page is rendered signed in. */
export async function signIn(page: Page, email: string, password?: string): Promise<StoredSession> {
  const session = await (password === undefined
    ? demoSession(page.request, email)
    : grantPassword(page.request, { email, password }))
  await giveSession(page, session)
  return session
}

const demoSessions = new Map<string, Promise<StoredSession>>()

/** The session of a person of the demo market, shared by all journeys of a worker: no test may sign them out. */
export async function demoSession(request: APIRequestContext, email: string): Promise<StoredSession> {
  const name = `${await siteOrigin(request)} ${email}`
  const session = demoSessions.get(name) ?? grantPassword(request, { email, password: DEMO_PASSWORD })
  demoSessions.set(name, session)
  return session
}

/**
 * Creates a new user: signed up through the auth service and confirmed through the stored mail. With a page they are
 * signed in there, with a request they are only created.
 */
export async function newPerson(
  on: Page | APIRequestContext,
  options: { fullName?: string; role?: 'customer' | 'vendor'; referralCode?: string } = {},
): Promise<Person> {
  const page = 'request' in on ? on : null
  const request = 'request' in on ? on.request : on
  const { fullName = 'Ngozi Test' } = options
  const email = newEmail()
  const password = newPassword()
  const data = { full_name: fullName, role: options.role ?? 'customer', referral_code: options.referralCode }
  const user = await call<{ id: string }>(request, '/auth/v1/signup', { email, password, data })
  const link = await mailedLink(request, email)
  const session = await call<StoredSession>(request, '/auth/v1/verify', {
    type: link.searchParams.get('type'),
    token_hash: link.searchParams.get('token_hash'),
  })
  if (page) await giveSession(page, session)
  return { userId: user.id, email, password, fullName, session }
}

export function newEmail(): string {
  return `journey-${crypto.randomUUID().slice(0, 13)}@ajoja.test`
}

export function newPassword(): string {
  return `basin-${crypto.randomUUID().slice(0, 8)}`
}

/** The first link of the newest stored mail to an address, waiting until there is one. */
export async function mailedLink(request: APIRequestContext, to: string, kind = ''): Promise<URL> {
  const mail = await newestMail(request, to, kind)
  const address = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!address) throw new Error(`The mail "${mail.subject}" holds no link`)
  return new URL(address)
}

export async function newestMail(request: APIRequestContext, to: string, kind = ''): Promise<StoredMail> {
  let found: StoredMail | undefined
  await expect
    .poll(
      async () => {
        const answer = await request.get('/dev/mail.json', { params: { to } })
        const mails = (await answer.json()) as StoredMail[]
        found = mails.find((mail) => mail.kind.includes(kind))
        return found !== undefined
      },
      { intervals: [25, 50, 100, 250] },
    )
    .toBe(true)
  if (!found) throw new Error(`No mail to ${to}`)
  return found
}

export function grantPassword(
  request: APIRequestContext,
  credentials: { email: string; password: string },
): Promise<StoredSession> {
  return call<StoredSession>(request, '/auth/v1/token?grant_type=password', credentials)
}

/**
 * The page has this session from its next load on. It is left first, because its own client would restore the previous
 * user.
 */
export async function giveSession(page: Page, session: StoredSession): Promise<void> {
  const url = await siteOrigin(page.request)
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const [name = '', value = ''] = sessionCookie(session, { secure: false }).split(/[=;]/)
  await page.context().addCookies([{ name, value, url, sameSite: 'Lax' }])
}

const publishableKeys = new Map<string, string>()

/** The key that the site gives to browsers, read from a page of it. */
export async function publishableKey(request: APIRequestContext): Promise<string> {
  const origin = await siteOrigin(request)
  const known = publishableKeys.get(origin)
  if (known) return known
  const html = await (await request.get('/auth')).text()
  const key = /<meta name="publishable-key" content="([^"]+)"/.exec(html)?.[1]
  if (!key) throw new Error('The page names no publishable key')
  publishableKeys.set(origin, key)
  return key
}

async function siteOrigin(request: APIRequestContext): Promise<string> {
  return new URL((await request.get('/healthz')).url()).origin
}

async function call<Answer>(request: APIRequestContext, path: string, data: unknown): Promise<Answer> {
  const response = await request.post(path, { data, headers: { apikey: await publishableKey(request) } })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as Answer
}
