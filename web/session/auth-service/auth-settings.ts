import type { ServerAuthOptions } from './server-auth-client.ts'

/** The sign-in methods and the captcha of the auth service. */
export interface AuthSettings {
  phone: boolean
  /** Names of the enabled OpenID providers, such as `google`. */
  providers: string[]
  /** Whether devices sign in with their fingerprint or screen lock. */
  passkeys: boolean
  /** The test required for requests that a bot could abuse; null if none is enabled. */
  captcha: CaptchaSettings | null
}

export type CaptchaSettings =
  | { kind: 'proof-of-work' }
  | { kind: 'turnstile' | 'hcaptcha'; siteKey: string; scriptUrl: string }

const OWN_METHODS = ['email', 'phone', 'anonymous_users']

/** The auth service's settings; if it does not respond, only e-mail and password, which always work. */
export async function readAuthSettings({ call }: Pick<ServerAuthOptions, 'call'>): Promise<AuthSettings> {
  const response = await call('/auth/v1/settings')
  if (!response.ok) return { phone: false, providers: [], passkeys: false, captcha: null }
  const {
    external = {},
    captcha,
    passkeys_enabled,
  } = (await response.json()) as {
    external?: Record<string, unknown>
    passkeys_enabled?: unknown
    captcha?: unknown
  }
  const on = Object.keys(external).filter((name) => external[name] === true)
  return {
    phone: on.includes('phone'),
    providers: on.filter((name) => !OWN_METHODS.includes(name)),
    passkeys: passkeys_enabled === true,
    captcha: readCaptcha(captcha),
  }
}

function readCaptcha(settings: unknown): CaptchaSettings | null {
  if (typeof settings !== 'object' || settings === null) return null
  const { provider, site_key: siteKey, script_url: scriptUrl } = settings as Record<string, unknown>
  if (provider === 'proof-of-work') return { kind: provider }
  const isKnown = provider === 'turnstile' || provider === 'hcaptcha'
  if (!isKnown || typeof siteKey !== 'string' || typeof scriptUrl !== 'string') return null
  return { kind: provider, siteKey, scriptUrl }
}
