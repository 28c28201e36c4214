import type { ServerAuthOptions } from './auth-line.ts'

/** How people can sign in here, according to the auth service. */
export interface Offers {
  phone: boolean
  /** Names of the OpenID providers that are turned on, such as `google`. */
  providers: string[]
  /** The test required before calls that a bot could abuse; null if none is turned on. */
  captcha: CaptchaOffer | null
}

export type CaptchaOffer =
  | { kind: 'proof-of-work' }
  | { kind: 'turnstile' | 'hcaptcha'; siteKey: string; scriptUrl: string }

const OWN_WAYS = ['email', 'phone', 'anonymous_users']

/** If the auth service does not answer, offer what always works: e-mail and password. */
export async function readOffers({ call }: Pick<ServerAuthOptions, 'call'>): Promise<Offers> {
  const response = await call('/auth/v1/settings')
  if (!response.ok) return { phone: false, providers: [], captcha: null }
  const { external = {}, captcha } = (await response.json()) as {
    external?: Record<string, unknown>
    captcha?: unknown
  }
  const on = Object.keys(external).filter((name) => external[name] === true)
  return {
    phone: on.includes('phone'),
    providers: on.filter((name) => !OWN_WAYS.includes(name)),
    captcha: readCaptcha(captcha),
  }
}

function readCaptcha(said: unknown): CaptchaOffer | null {
  if (typeof said !== 'object' || said === null) return null
  const { provider, site_key: siteKey, script_url: scriptUrl } = said as Record<string, unknown>
  if (provider === 'proof-of-work') return { kind: provider }
  const isKnown = provider === 'turnstile' || provider === 'hcaptcha'
  if (!isKnown || typeof siteKey !== 'string' || typeof scriptUrl !== 'string') return null
  return { kind: provider, siteKey, scriptUrl }
}
