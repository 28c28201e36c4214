import type { GoTrueClient } from '@supabase/auth-js'
import { CLIENT_INFO } from '#api/client-info.ts'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { sitePublishableKey } from './site-key.ts'

let loading: Promise<GoTrueClient> | undefined

/**
 * The page's one auth client, loaded when first asked for (it is not part of what loads before interaction): PKCE,
 * persisted session, auto refresh (specification, section 9). A load that failed is tried again by the next caller.
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
    import('@supabase/auth-js'),
    import('./session-storage.ts'),
  ])
  const key = sitePublishableKey()
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}`, 'x-client-info': CLIENT_INFO },
    storageKey: SESSION_COOKIE,
    storage: sessionStorage,
    userStorage,
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    // Tokens in an address are refused: whoever makes such a link would sign others in as themselves. Codes are taken.
    detectSessionInUrl: () => false,
  })
}
