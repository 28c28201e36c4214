import { z } from 'zod'
import { keyRole } from '../../http/keys.ts'
import type { Auth, Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'

/** A test that people pass and programs find costly. */
export interface Captcha {
  name: string
  /** Judges a token. Throws when that cannot be found out. */
  verify(token: string, address: string): Promise<Verdict>
  /** A fresh task for the browser, where the test is ours. */
  createTask?(): Promise<unknown>
  /** What a browser needs to show the test, where it is somebody else's. */
  widget?: CaptchaWidget
}

export interface CaptchaWidget {
  siteKey: string
  scriptUrl: string
  /** What pages that show it must allow, by directive of the Content-Security-Policy. */
  sources: Partial<Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src', string[]>>
}

export interface Verdict {
  passed: boolean
  /** What names the task, where its maker does not see to it that a token counts once. */
  once?: { value: string; keepSeconds: number }
}

/** Where clients put the token, on every call that a program could abuse. */
export const securityFields = {
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
}

type Body = { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined }

const LONGEST_TOKEN = 10_000

/** Refuses the call unless its test is passed; each token counts once. Servers with the secret key need none. */
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

/** Whether a token is good, for the first time. What cannot be found out is reported and counts as not passed. */
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
