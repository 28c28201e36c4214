import { z } from 'zod'
import { keyRole } from '#platform/http/guards/keys.ts'
import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { passesCaptcha } from './captcha.ts'

/** Where clients put the token, on every call that a bot could abuse. */
export const securityFields = {
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
}

type CaptchaInput = { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined }

/** Rejects the request without a solved challenge; each token is valid once. Servers with the secret key need none. */
export async function requireCaptcha(call: Call, body: CaptchaInput): Promise<void> {
  const { captcha } = call.auth
  if (!captcha || keyRole(call.request.headers.get('apikey') ?? '', call.auth.apiKeys) === 'service_role') return
  const token = body.gotrue_meta_security?.captcha_token
  if (!token) throw refused('no captcha_token found')
  if (!(await passesCaptcha({ ...call.auth, captcha }, { token, address: call.address }))) {
    throw refused('invalid-input-response')
  }
}

function refused(reason: string): AuthRefusal {
  return new AuthRefusal(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}
