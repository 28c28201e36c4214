import { z } from 'zod'
import { keyRole } from '../../http/keys.ts'
import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'

/** A test that people pass and programs find costly. */
export interface Captcha {
  name: string
  /** Judges a token. Throws when that cannot be found out. */
  verify(token: string, address: string): Promise<Verdict>
  /** A fresh task for the browser, where the test is ours. */
  createTask?(): Promise<unknown>
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
  if (token.length > LONGEST_TOKEN || !(await passes(call, captcha, token))) throw refused('invalid-input-response')
}

async function passes(call: Call, captcha: Captcha, token: string): Promise<boolean> {
  try {
    const { passed, once } = await captcha.verify(token, call.address)
    return passed && (!once || (await call.auth.isFirstUse({ kind: 'captcha', ...once })))
  } catch (error) {
    call.auth.reportFault(error)
    return false
  }
}

function refused(reason: string): AuthRefusal {
  return new AuthRefusal(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}
