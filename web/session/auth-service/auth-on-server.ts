import type { StoredSession } from '#api/session-cookie.ts'
import { tokenClaim } from '../tokens/token-subject.ts'
import type { AuthResult, AuthService, CaptchaInput, Proof } from './auth-service.ts'
import { createServerAuthClient, type ServerAuthOptions } from './server-auth-client.ts'

export interface ServerAuth extends AuthService {
  /** The session to set in the response's cookie; null if it ended, undefined if it is unchanged. */
  sessionChange(): StoredSession | null | undefined
  /** The session's user in the auth service; null if it cannot be read. */
  user(): Promise<AccountUser | null>
  /** Verified factors, if the session still has to pass one; otherwise empty. */
  pendingFactors(): Promise<Factor[]>
  /** Enrols an authenticator app, which becomes active with its first code. */
  enrollApp(name: string): Promise<AuthResult & { factor?: NewFactor }>
  verifyFactor(input: { factorId: string; code: string }): Promise<AuthResult>
  removeFactor(factorId: string): Promise<AuthResult>
  /** Reauthenticates an old session without changing anything. */
  prove(proof: Proof): Promise<AuthResult>
  sessions(): Promise<DeviceSession[]>
  endSession(id: string): Promise<AuthResult>
  passkeys(): Promise<Passkey[]>
  removePasskey(id: string): Promise<AuthResult>
  /** The request of another app; `leaveTo` if the user has allowed the same before. */
  appRequest(id: string): Promise<AppRequest | { leaveTo: string } | null>
  /** Answers an app's request; `leaveTo` is the address of the app. */
  answerApp(id: string, action: 'approve' | 'deny'): Promise<AuthResult & { leaveTo?: string }>
  appGrants(): Promise<AppGrant[]>
  revokeApp(clientId: string): Promise<AuthResult>
  /** Unlinks an identity; unlinking the last one is rejected. */
  unlinkIdentity(id: string): Promise<AuthResult>
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

export interface Passkey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
}

interface OtherApp {
  id: string
  name: string
}

export interface AppRequest {
  authorization_id: string
  redirect_uri: string
  client: OtherApp
  /** Scopes, separated by spaces. */
  scope: string
  /** `dynamic`: the app registered itself. */
  registration_type: 'dynamic' | 'manual'
}

export interface AppGrant {
  client: OtherApp
  scopes: string[]
  granted_at: string
}

export interface DeviceSession {
  id: string
  user_agent: string | null
  ip: string | null
  last_used_at: string
  is_current: boolean
  /** The app that holds the session; null for the user's own. */
  client_name: string | null
}

/** The auth service for forms submitted without scripts, and for endpoints that the public client lacks. */
export function authOnServer(options: ServerAuthOptions): ServerAuth {
  const client = createServerAuthClient(options)
  const { send, sendAsUser, readAsUser } = client

  async function user(): Promise<AccountUser | null> {
    if (!client.session()) return null
    const { result, body } = await readAsUser('/user', { method: 'GET' })
    return result.ok ? (body as unknown as AccountUser) : null
  }

  return {
    sessionChange: client.sessionChange,
    user,
    async pendingFactors() {
      const known = await user()
      if (tokenClaim(client.session()?.access_token, 'aal') === 'aal2') return []
      return (known?.factors ?? []).filter(({ status }) => status === 'verified')
    },
    async enrollApp(name) {
      const input = { factor_type: 'totp', friendly_name: name }
      const { result, body } = await readAsUser('/factors', { body: input })
      const totp = body.totp as { qr_code: string; secret: string } | undefined
      return totp
        ? {
            ...result,
            factor: {
              id: String(body.id),
              qrCode: `data:image/svg+xml,${encodeURIComponent(totp.qr_code)}`,
              secret: totp.secret,
            },
          }
        : result
    },
    async verifyFactor({ factorId, code }) {
      const path = `/factors/${encodeURIComponent(factorId)}`
      const { result, body } = await readAsUser(`${path}/challenge`, { body: {} })
      return result.ok ? sendAsUser(`${path}/verify`, { body: { challenge_id: body.id, code } }) : result
    },
    removeFactor: (id) => sendAsUser(`/factors/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    prove: (proof) => sendAsUser('/user', { method: 'PUT', body: proof }),
    async sessions() {
      const { body } = await readAsUser('/sessions', { method: 'GET' })
      return Array.isArray(body.sessions) ? (body.sessions as DeviceSession[]) : []
    },
    async passkeys() {
      const { body } = await readAsUser('/passkeys', { method: 'GET' })
      return Array.isArray(body) ? (body as Passkey[]) : []
    },
    removePasskey: (id) => sendAsUser(`/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    async appRequest(id) {
      const { result, body } = await readAsUser(`/oauth/authorizations/${encodeURIComponent(id)}`, { method: 'GET' })
      if (!result.ok) return null
      const leaveTo = body.redirect_url
      return typeof leaveTo === 'string' ? { leaveTo } : (body as unknown as AppRequest)
    },
    async answerApp(id, action) {
      const path = `/oauth/authorizations/${encodeURIComponent(id)}/consent`
      const { result, body } = await readAsUser(path, { body: { action } })
      return result.ok ? { ...result, leaveTo: String(body.redirect_url) } : result
    },
    async appGrants() {
      const { body } = await readAsUser('/user/oauth/grants', { method: 'GET' })
      return Array.isArray(body) ? (body as AppGrant[]) : []
    },
    revokeApp: (id) => sendAsUser(`/user/oauth/grants?client_id=${encodeURIComponent(id)}`, { method: 'DELETE' }),
    unlinkIdentity: (id) => sendAsUser(`/user/identities/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    endSession: (id) => sendAsUser(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    signIn: (credentials) => send('/token?grant_type=password', withCaptcha(credentials)),
    signUp: ({ backTo, ...account }) => send(`/signup${backToSearch(backTo)}`, withCaptcha(account)),
    recover: (input) => send(`/recover${backToSearch('/auth/reset-password')}`, withCaptcha(input)),
    resend: ({ backTo, ...input }) => send(`/resend${backToSearch(backTo)}`, withCaptcha({ type: 'signup', ...input })),
    resendCode: (input) => send('/resend', withCaptcha({ type: 'sms', ...input })),
    verifyLink: ({ tokenHash, ...input }) => send('/verify', { ...input, token_hash: tokenHash }),
    verifyCode: ({ code, ...input }) => send('/verify', { ...input, token: code }),
    setPassword: (input) => sendAsUser('/user', { method: 'PUT', body: input }),
    changeEmail: (input) => sendAsUser(`/user${backToSearch('/account/security')}`, { method: 'PUT', body: input }),
    changePhone: (input) => sendAsUser('/user', { method: 'PUT', body: input }),
    reauthenticate: () => sendAsUser('/reauthenticate', { method: 'GET' }),
    async signOut() {
      const result = await sendAsUser('/logout?scope=local')
      client.end()
      return result
    },
    signOutOthers: () => sendAsUser('/logout?scope=others'),
  }
}

function withCaptcha<CredentialInput extends CaptchaInput>({ captchaToken, ...body }: CredentialInput) {
  return captchaToken === undefined ? body : { ...body, gotrue_meta_security: { captcha_token: captchaToken } }
}

function backToSearch(path: string): string {
  return `?${new URLSearchParams({ redirect_to: path })}`
}
