import type { RealtimeClient } from '@supabase/realtime-js'
import { CLIENT_INFO } from '#api/api.ts'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import { freshAccessToken } from './browser-api.ts'
import { sitePublishableKey } from './site-key.ts'

let loading: Promise<RealtimeClient> | undefined

/** The page's one realtime client, loaded when first asked for. It connects with the first channel and always speaks for whoever is signed in. */
export function getRealtime(): Promise<RealtimeClient> {
  loading ??= openRealtime().catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  return loading
}

/** Tells an open connection that the person or their token changed. */
export async function renewRealtimeToken(): Promise<void> {
  const client = await loading?.catch(() => undefined)
  await client?.setAuth()
}

async function openRealtime(): Promise<RealtimeClient> {
  const { RealtimeClient } = await import('@supabase/realtime-js')
  const apikey = sitePublishableKey()
  return new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey, eventsPerSecond: REALTIME_EVENTS_PER_SECOND },
    headers: { 'x-client-info': CLIENT_INFO },
    // Signed out, the key itself is the token, as over HTTP.
    accessToken: async () => (await freshAccessToken()) ?? apikey,
  })
}
