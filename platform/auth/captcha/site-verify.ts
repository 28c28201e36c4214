import { z } from 'zod'
import type { Captcha, CaptchaWidget } from './captcha.ts'

interface SiteVerifyOptions {
  name: 'turnstile' | 'hcaptcha'
  secret: string
  /** The public part of the operator's account there. */
  siteKey: string
  /** Where the provider verifies tokens; its public address if left out. */
  url?: string | undefined
  /** Where browsers load the test from; the provider's public address if left out. */
  scriptUrl?: string | undefined
}

const ADDRESSES = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
/** As the providers' documentation requires for the Content-Security-Policy. */
const WIDGETS: Record<SiteVerifyOptions['name'], Omit<CaptchaWidget, 'siteKey'>> = {
  turnstile: {
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    sources: {
      'script-src': ['https://challenges.cloudflare.com'],
      'frame-src': ['https://challenges.cloudflare.com'],
    },
  },
  hcaptcha: {
    scriptUrl: 'https://js.hcaptcha.com/1/api.js',
    sources: { 'script-src': HCAPTCHA, 'frame-src': HCAPTCHA, 'style-src': HCAPTCHA, 'connect-src': HCAPTCHA },
  },
}

const TIMEOUT_MS = 5000
const VerifyResponse = z.object({ success: z.boolean() })

/** Turnstile and hCaptcha work alike: post secret and token, read `success`. Both refuse replays themselves. */
export function createSiteVerify({ name, secret, siteKey, url, scriptUrl }: SiteVerifyOptions): Captcha {
  return {
    name,
    widget: { siteKey, ...(scriptUrl ? substituteProvider(scriptUrl) : WIDGETS[name]) },
    async verify(token, address) {
      const response = await fetch(url ?? ADDRESSES[name], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`${name} answered ${response.status}`)
      return { passed: VerifyResponse.parse(await response.json()).success }
    },
  }
}

/** A substitute for the provider, which serves script and frames. */
function substituteProvider(scriptUrl: string): Omit<CaptchaWidget, 'siteKey'> {
  const { origin } = new URL(scriptUrl)
  return { scriptUrl, sources: { 'script-src': [origin], 'frame-src': [origin] } }
}
