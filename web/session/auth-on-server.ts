import type { StoredSession } from '#api/session-cookie.ts'
import { openAuthLine, type ServerAuthOptions } from './auth-line.ts'
import type { AsPerson, AuthAnswer, AuthService, Proof } from './auth-service.ts'
import { tokenClaim } from './token-subject.ts'

export interface ServerAuth extends AuthService {
  /** The session opened so far, for the answer's cookie; undefined if nothing changed, null if it ended. */
  outcome(): StoredSession | null | undefined
  /** The session's account, as the auth service knows it; null if it cannot be read. */
  user(): Promise<AccountUser | null>
  /** Second factors that this session has not passed yet; empty if it may continue. */
  pendingFactors(): Promise<Factor[]>
  /** Starts setting up an authenticator app, which becomes active with its first code. */
  enrollApp(name: string): Promise<AuthAnswer & { factor?: NewFactor }>
  verifyFactor(wish: { factorId: string; code: string }): Promise<AuthAnswer>
  removeFactor(factorId: string): Promise<AuthAnswer>
  /** Gives an old session's proof without changing anything. */
  prove(proof: Proof): Promise<AuthAnswer>
  sessions(): Promise<DeviceSession[]>
  endSession(id: string): Promise<AuthAnswer>
  /** Unlinks a way to sign in; the last one is refused. */
  unlinkIdentity(id: string): Promise<AuthAnswer>
}

interface AccountUser {
  id: string
  email?: string
  phone?: string
  /** Requested but not yet confirmed. */
  new_email?: string
  new_phone?: string
  user_metadata: Record<string, unknown>
  factors?: Factor[]
  identities?: LinkedIdentity[]
}

export interface LinkedIdentity {
  identity_id: string
  provider: string
  email?: string
  created_at: string
}

export interface Factor {
  id: string
  factor_type: string
  status: string
  friendly_name?: string
  created_at: string
}

export interface NewFactor {
  id: string
  /** An SVG as a data URL. */
  qrCode: string
  /** For typing if there is no camera. */
  secret: string
}

export interface DeviceSession {
  id: string
  user_agent: string | null
  ip: string | null
  last_used_at: string
  is_current: boolean
}

/** The auth service for forms sent without scripts, and for calls the public client lacks. */
export function authOnServer(options: ServerAuthOptions): ServerAuth {
  const line = openAuthLine(options)
  const { ask, askAsMyself, readAsMyself } = line

  async function user(): Promise<AccountUser | null> {
    if (!line.session()) return null
    const { answer, body } = await readAsMyself('/user', { method: 'GET' })
    return answer.ok ? (body as unknown as AccountUser) : null
  }

  return {
    outcome: line.outcome,
    user,
    async pendingFactors() {
      const known = await user()
      if (tokenClaim(line.session()?.access_token, 'aal') === 'aal2') return []
      return (known?.factors ?? []).filter(({ status }) => status === 'verified')
    },
    async enrollApp(name) {
      const wish = { factor_type: 'totp', friendly_name: name }
      const { answer, body } = await readAsMyself('/factors', { body: wish })
      const totp = body.totp as { qr_code: string; secret: string } | undefined
      return totp
        ? {
            ...answer,
            factor: {
              id: String(body.id),
              qrCode: `data:image/svg+xml,${encodeURIComponent(totp.qr_code)}`,
              secret: totp.secret,
            },
          }
        : answer
    },
    async verifyFactor({ factorId, code }) {
      const path = `/factors/${encodeURIComponent(factorId)}`
      const { answer, body } = await readAsMyself(`${path}/challenge`, { body: {} })
      return answer.ok ? askAsMyself(`${path}/verify`, { body: { challenge_id: body.id, code } }) : answer
    },
    removeFactor: (id) => askAsMyself(`/factors/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    prove: (proof) => askAsMyself('/user', { method: 'PUT', body: proof }),
    async sessions() {
      const { body } = await readAsMyself('/sessions', { method: 'GET' })
      return Array.isArray(body.sessions) ? (body.sessions as DeviceSession[]) : []
    },
    unlinkIdentity: (id) => askAsMyself(`/user/identities/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    endSession: (id) => askAsMyself(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    signIn: (credentials) => ask('/token?grant_type=password', asPerson(credentials)),
    signUp: ({ backTo, ...account }) => ask(`/signup${backToSearch(backTo)}`, asPerson(account)),
    recover: (wish) => ask(`/recover${backToSearch('/auth/reset-password')}`, asPerson(wish)),
    resend: ({ backTo, ...wish }) => ask(`/resend${backToSearch(backTo)}`, asPerson({ type: 'signup', ...wish })),
    resendCode: (wish) => ask('/resend', asPerson({ type: 'sms', ...wish })),
    verifyLink: ({ tokenHash, ...wish }) => ask('/verify', { ...wish, token_hash: tokenHash }),
    verifyCode: ({ code, ...wish }) => ask('/verify', { ...wish, token: code }),
    setPassword: (wish) => askAsMyself('/user', { method: 'PUT', body: wish }),
    changeEmail: (wish) => askAsMyself(`/user${backToSearch('/account/security')}`, { method: 'PUT', body: wish }),
    changePhone: (wish) => askAsMyself('/user', { method: 'PUT', body: wish }),
    reauthenticate: () => askAsMyself('/reauthenticate', { method: 'GET' }),
    async signOut() {
      const answer = await askAsMyself('/logout?scope=local')
      line.end()
      return answer
    },
    signOutOthers: () => askAsMyself('/logout?scope=others'),
  }
}

function asPerson<Wish extends AsPerson>({ captchaToken, ...body }: Wish) {
  return captchaToken === undefined ? body : { ...body, gotrue_meta_security: { captcha_token: captchaToken } }
}

function backToSearch(path: string): string {
  return `?${new URLSearchParams({ redirect_to: path })}`
}
