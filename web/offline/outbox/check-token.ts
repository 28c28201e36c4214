import type { SavedHandOver } from './saved-day.ts'

export interface CheckedToken {
  /** The person whom the buyer sends; null: the buyer. */
  nominee: string | null
}

/**
 * Compares the token of a scanned QR code with the saved hashes; null if it is none of them. The device cannot produce a
 * token that passes.
 */
export async function checkToken(
  token: string,
  { checks }: Pick<SavedHandOver, 'checks'>,
): Promise<CheckedToken | null> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const found = checks.find((check) => check.hash === hash)
  return found ? { nominee: found.nominee } : null
}
