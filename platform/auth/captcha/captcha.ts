import { z } from 'zod'
import { keyRole } from '../../http/keys.ts'
import type { Auth, Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'

/** A test that people pass and bots find costly. */
export interface Captcha {
  name: string
  /** Verifies a token. Throws if it cannot be verified either way. */
  verify(token: string, address: string): Promise<Verdict>
  /** A fresh task for the browser, if the test is ours. */
  createTask?(): Promise<unknown>
  /** What a browser needs to show the test, if it is a provider's. */
  widget?: CaptchaWidget
}

export interface CaptchaWidget {
  siteKey: string
  scriptUrl: string
  /** The Content-Security-Policy sources it needs, by directive. */
  sources: Partial<Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src', string[]>>
}

export interface Verdict {
  passed: boolean
  /** Identifies the task, if the provider does not ensure that a token counts once. */
  once?: { value: string; keepSeconds: number }
}

/** Where clients put the token, on every call that a bot could abuse. */
export const securityFields = {
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
}

type Body = { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined }

const LONGEST_TOKEN = 10_000

/** Refuses the call without a passed test; each token counts once. Servers with the secret key need none. */
export async function requireCaptcha(call: Call, body: Body): Promise<void> {
  const { captcha } = call.auth
  if (!captcha || keyRole(call.request.headers.get('apikey') ?? '', call.auth.apiKeys) === 'service_role') return
  const token = body.gotrue_meta_security?.captcha_token
  if (!token) throw refused('no captcha_token found')
  if (!(await passesCaptcha({ ...call.auth, captcha }, { token, address: call.address }))) {
    throw refused('invalid-input-response')
  }
}

interface Judge extends Pick<Auth, 'isFirstUse' | 'reportFault'> {
  captcha: Captcha
}

/** Whether a token is valid and new. If the check fails, that is reported and the test counts as not passed. */
export async function passesCaptcha(
  { captcha, isFirstUse, reportFault }: Judge,
  { token, address }: { token: string; address: string },
): Promise<boolean> {
  if (token.length > LONGEST_TOKEN) return false
  try {
    const { passed, once } = await captcha.verify(token, address)
    return passed && (!once || (await isFirstUse({ kind: 'captcha', ...once })))
  } catch (error) {
    reportFault(error)
    return false
  }
}

function refused(reason: string): AuthRefusal {
  return new AuthRefusal(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}
