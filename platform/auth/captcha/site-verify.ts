import { z } from 'zod'
import type { Captcha } from './captcha.ts'

export interface SiteVerifyOptions {
  name: 'turnstile' | 'hcaptcha'
  secret: string
  /** Where the provider checks tokens; its public address when left out. */
  url?: string
}

const ADDRESSES = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

const TIMEOUT_MS = 5000
const Answer = z.object({ success: z.boolean() })

/** Turnstile and hCaptcha share one form: secret and token are posted, `success` is answered. They refuse replays themselves. */
export function createSiteVerify({ name, secret, url }: SiteVerifyOptions): Captcha {
  return {
    name,
    async verify(token, address) {
      const response = await fetch(url ?? ADDRESSES[name], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`${name} answered ${response.status}`)
      return { passed: Answer.parse(await response.json()).success }
    },
  }
}
