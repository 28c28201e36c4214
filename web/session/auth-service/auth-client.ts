import type { GoTrueClient } from '@supabase/auth-js'
import { CLIENT_INFO } from '#api/client-info.ts'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { sitePublishableKey } from '../site-key.ts'

let loading: Promise<GoTrueClient> | undefined

/**
 * The page's only auth client, loaded on first use and not before interaction: PKCE, persisted session, auto refresh
 * (specification, section 9). The next caller retries a failed load.
 */
export function getAuthClient(): Promise<GoTrueClient> {
  loading ??= openAuthClient().catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  return loading
}

async function openAuthClient(): Promise<GoTrueClient> {
  const [{ AuthClient }, { sessionStorage, userStorage }] = await Promise.all([
    fetchModule(() => import('@supabase/auth-js')),
    fetchModule(() => import('../tokens/session-storage.ts')),
  ])
  const key = sitePublishableKey()
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: key, Authorization: /*as is*/ `Bearer ${key}`, 'x-client-info': CLIENT_INFO },
    storageKey: SESSION_COOKIE,
    storage: sessionStorage,
    userStorage,
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    experimental: { passkey: true },
    // Tokens in a URL are ignored, because a link could sign a visitor in as its author. Codes are accepted.
    detectSessionInUrl: () => false,
  })
}
