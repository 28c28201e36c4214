import { sessionCookie } from '#api/session-cookie.ts'
import type { Market } from '../market-processes.ts'

/** The cookie of a signed-in person's browser. */
export function cookieOf({ tokens }: Pick<Market, 'tokens'>, person: number): string {
  const session = {
    access_token: tokens[person] ?? '',
    refresh_token: 'unused',
    expires_in: 3_600,
    expires_at: Math.floor(Date.now() / 1000) + 3_600,
    token_type: 'bearer',
  }
  return sessionCookie(session, { secure: false }).split(';', 1)[0] ?? ''
}
