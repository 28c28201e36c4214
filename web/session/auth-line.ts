import { CLIENT_INFO } from '#api/client-info.ts'
import { readSessionCookie, type StoredSession } from '#api/session-cookie.ts'
import type { AuthAnswer } from './auth-service.ts'

export interface ServerAuthOptions {
  /** Calls the auth service in this process. */
  call: (path: string, init?: RequestInit) => Promise<Response>
  /** The request's Cookie header. */
  cookie: string | null
}

interface Wish {
  method?: string
  body?: unknown
}

/** Raw calls to the auth service as the cookie's person; stores the session that an answer opens. */
export function openAuthLine({ call, cookie }: ServerAuthOptions) {
  let session = readSessionCookie(cookie)
  let outcome: StoredSession | null | undefined

  const headersFor = (token: string | undefined) => {
    const headers = new Headers({ 'x-client-info': CLIENT_INFO, 'x-supabase-api-version': '2024-01-01' })
    if (token) headers.set('authorization', /*as is*/ `Bearer ${token}`)
    return headers
  }

  async function read(path: string, wish: Wish = {}): Promise<{ answer: AuthAnswer; body: Record<string, unknown> }> {
    const { method = 'POST', body } = wish
    const headers = headersFor(session?.access_token)
    const text = body === undefined ? null : JSON.stringify(body)
    const response = await call(`/auth/v1${path}`, { method, headers, body: text })
    const said = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>
    if (!response.ok) {
      return { answer: { ok: false, code: String(said.code ?? ''), message: String(said.message ?? '') }, body: said }
    }
    const opened = typeof said.access_token === 'string' && typeof said.refresh_token === 'string'
    if (opened) session = outcome = said as unknown as StoredSession
    return { answer: { ok: true, session: opened }, body: said }
  }

  /** For calls about the person themselves: the cookie's token may have expired, and the page's refresh is not visible here. */
  async function readAsMyself(path: string, wish?: Wish) {
    if (session && session.expires_at * 1000 < Date.now() + 15_000) {
      await read('/token?grant_type=refresh_token', { body: { refresh_token: session.refresh_token } })
    }
    return read(path, wish)
  }

  return {
    read,
    readAsMyself,
    ask: async (path: string, body?: unknown) => (await read(path, { body })).answer,
    askAsMyself: async (path: string, wish?: Wish) => (await readAsMyself(path, wish)).answer,
    session: () => session,
    outcome: () => outcome,
    end: () => {
      session = outcome = null
    },
  }
}
