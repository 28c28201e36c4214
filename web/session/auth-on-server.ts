import { CLIENT_INFO } from '#api/api.ts'
import { readSessionCookie, type StoredSession } from '#api/session-cookie.ts'
import type { AuthAnswer, AuthService } from './auth-service.ts'

export interface ServerAuth extends AuthService {
  /** The session that the calls so far opened, for the answer's cookie; undefined when they changed nothing, null when they ended it. */
  outcome(): StoredSession | null | undefined
  /** The account behind the session, as the auth service knows it; null when it cannot be read. */
  user(): Promise<AccountUser | null>
}

export interface AccountUser {
  id: string
  email?: string
  phone?: string
  /** Asked for, and not yet confirmed. */
  new_email?: string
  new_phone?: string
  user_metadata: Record<string, unknown>
  factors?: { id: string; factor_type: string; status: string; friendly_name?: string; created_at: string }[]
  identities?: { identity_id: string; provider: string; email?: string; created_at: string }[]
}

export interface ServerAuthOptions {
  /** Calls the auth service in this process. */
  call: (path: string, init?: RequestInit) => Promise<Response>
  /** The request's Cookie header. */
  cookie: string | null
}

/** The auth service for forms that are sent without scripts. */
export function authOnServer({ call, cookie }: ServerAuthOptions): ServerAuth {
  let session = readSessionCookie(cookie)
  let outcome: StoredSession | null | undefined

  async function ask(path: string, body?: unknown, options: { method?: string } = {}): Promise<AuthAnswer> {
    const response = await send(path, { method: options.method ?? 'POST', body, token: session?.access_token })
    return settle(response)
  }

  /** For calls about oneself: the cookie's token may have ended, and the page's own refresh is not seen here. */
  async function askAsMyself(path: string, body?: unknown, options?: { method?: string }): Promise<AuthAnswer> {
    if (session && session.expires_at * 1000 < Date.now() + 15_000) {
      await ask('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    }
    return ask(path, body, options)
  }

  async function settle(response: Response): Promise<AuthAnswer> {
    const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
    if (!response.ok) return { ok: false, code: String(body?.code ?? ''), message: String(body?.message ?? '') }
    const opened = typeof body?.access_token === 'string' && typeof body.refresh_token === 'string'
    if (opened) session = outcome = body as unknown as StoredSession
    return { ok: true, session: opened }
  }

  function send(path: string, wish: { method: string; body: unknown; token: string | undefined }): Promise<Response> {
    const headers = new Headers({ 'x-client-info': CLIENT_INFO, 'x-supabase-api-version': '2024-01-01' })
    if (wish.token) headers.set('authorization', `Bearer ${wish.token}`)
    const body = wish.body === undefined ? null : JSON.stringify(wish.body)
    return call(`/auth/v1${path}`, { method: wish.method, headers, body })
  }

  return {
    outcome: () => outcome,
    async user() {
      if (!session) return null
      const response = await send('/user', { method: 'GET', body: undefined, token: session.access_token })
      return response.ok ? ((await response.json()) as AccountUser) : null
    },
    signIn: (credentials) => ask('/token?grant_type=password', credentials),
    signUp: ({ backTo, ...account }) => ask(`/signup?${new URLSearchParams({ redirect_to: backTo })}`, account),
    recover: (email) => ask(`/recover?${new URLSearchParams({ redirect_to: '/auth/reset-password' })}`, { email }),
    resend: ({ email, backTo }) =>
      ask(`/resend?${new URLSearchParams({ redirect_to: backTo })}`, { type: 'signup', email }),
    verifyLink: ({ tokenHash, type }) => ask('/verify', { type, token_hash: tokenHash }),
    verifyCode: ({ phone, code, type }) => ask('/verify', { type, phone, token: code }),
    setPassword: (wish) => askAsMyself('/user', wish, { method: 'PUT' }),
    changeEmail: (wish) =>
      askAsMyself(`/user?${new URLSearchParams({ redirect_to: '/account/security' })}`, wish, { method: 'PUT' }),
    changePhone: (wish) => askAsMyself('/user', wish, { method: 'PUT' }),
    reauthenticate: () => askAsMyself('/reauthenticate', undefined, { method: 'GET' }),
    signOut: async () => {
      const answer = await askAsMyself('/logout?scope=local')
      outcome = null
      return answer
    },
    signOutOthers: () => askAsMyself('/logout?scope=others'),
  }
}
