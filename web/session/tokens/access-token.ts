import { getAuthClient } from '../auth-service/auth-client.ts'
import { currentSession } from './current-session.ts'

/** Tokens that expire within this time are refreshed first. */
const MARGIN_MS = 90_000

/** The user's access token, refreshed if it is about to expire; null if signed out. */
export async function freshAccessToken(): Promise<string | null> {
  const session = currentSession()
  if (!session) return null
  if (session.expires_at * 1000 - Date.now() > MARGIN_MS) return session.access_token
  const client = await getAuthClient()
  const { data } = await client.getSession()
  return data.session?.access_token ?? null
}
