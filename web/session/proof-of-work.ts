import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types'
import { fetchModule } from '#web/fetch-module.ts'
import { sitePublishableKey } from './site-key.ts'

/**
 * Computes this site's task, about a second of work: nothing to click, and nothing leaves the site. Null if the site sets
 * no task of its own.
 */
export async function solveTask(): Promise<string | null> {
  const response = await fetch('/auth/v1/captcha', { headers: { apikey: sitePublishableKey() } })
  if (!response.ok) return null
  return answerTo((await response.json()) as Challenge)
}

/** The answer as the auth service accepts it: JSON in base64. Exported for tests. */
export async function answerTo(challenge: Challenge): Promise<string | null> {
  // The solver is loaded only if there is a task.
  const { solveChallenge } = await fetchModule(() => import('altcha-lib'))
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}

/** The browser's own PBKDF2, which does not block the page. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(password), 'PBKDF2', false, ['deriveBits'])
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(salt), iterations: cost }
  return { parameters: {}, derivedKey: new Uint8Array(await crypto.subtle.deriveBits(rule, key, keyLength * 8)) }
}
