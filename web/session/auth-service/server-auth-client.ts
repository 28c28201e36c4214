import { CLIENT_INFO } from '#api/client-info.ts'
import { readSessionCookie, type StoredSession } from '#api/session-cookie.ts'
import type { AuthResult } from './auth-service.ts'

export interface ServerAuthOptions {
  /** Calls the auth service in this process. */
  call: (path: string, init?: RequestInit) => Promise<Response>
  /** The request's Cookie header. */
  cookie: string | null
}

interface AuthRequest {
  method?: string
  body?: unknown
}

/** Sends requests to the auth service as the cookie's user; remembers the session that a response opens. */
export function createServerAuthClient({ call, cookie }: ServerAuthOptions) {
  let session = readSessionCookie(cookie)
  let change: StoredSession | null | undefined

  const headersFor = (token: string | undefined) => {
    const headers = new Headers({ 'x-client-info': CLIENT_INFO, 'x-supabase-api-version': '2024-01-01' })
    if (token) headers.set('authorization', /*as is*/ `Bearer ${token}`)
    return headers
  }

  async function read(
    path: string,
    request: AuthRequest = {},
  ): Promise<{ result: AuthResult; body: Record<string, unknown> }> {
    const { method = 'POST', body } = request
    const headers = headersFor(session?.access_token)
    const text = body === undefined ? null : JSON.stringify(body)
    const response = await call(`/auth/v1${path}`, { method, headers, body: text })
    const json = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>
    if (!response.ok) {
      return { result: { ok: false, code: String(json.code ?? ''), message: String(json.message ?? '') }, body: json }
    }
    const opened = typeof json.access_token === 'string' && typeof json.refresh_token === 'string'
    if (opened) session = change = json as unknown as StoredSession
    return { result: { ok: true, session: opened }, body: json }
  }

  /** For requests about the user: refreshes the cookie's token first if it has expired. */
  async function readAsUser(path: string, input?: AuthRequest) {
    if (session && session.expires_at * 1000 < Date.now() + 15_000) {
      await read('/token?grant_type=refresh_token', { body: { refresh_token: session.refresh_token } })
    }
    return read(path, input)
  }

  return {
    read,
    readAsUser,
    send: async (path: string, body?: unknown) => (await read(path, { body })).result,
    sendAsUser: async (path: string, input?: AuthRequest) => (await readAsUser(path, input)).result,
    session: () => session,
    sessionChange: () => change,
    end: () => {
      session = change = null
    },
  }
}
