import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types'
import { fetchModule } from '#web/fetch-module.ts'
import { sitePublishableKey } from '../site-key.ts'

/**
 * Solves this site's proof of work, about a second of computation without user interaction or third parties. Null if
 * the site sets none.
 */
export async function solveTask(): Promise<string | null> {
  const response = await fetch('/auth/v1/captcha', { headers: { apikey: sitePublishableKey() } })
  if (!response.ok) return null
  return solutionTo((await response.json()) as Challenge)
}

/** The solution in the auth service's format: JSON in base64. Exported for tests. */
export async function solutionTo(challenge: Challenge): Promise<string | null> {
  // The solver is loaded only if there is a task.
  const { solveChallenge } = await fetchModule(() => import('altcha-lib'))
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}

/** Uses the browser's PBKDF2, which does not block the page. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(password), 'PBKDF2', false, ['deriveBits'])
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(salt), iterations: cost }
  return { parameters: {}, derivedKey: new Uint8Array(await crypto.subtle.deriveBits(rule, key, keyLength * 8)) }
}
