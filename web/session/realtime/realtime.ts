import type { RealtimeClient } from '@supabase/realtime-js'
import { CLIENT_INFO } from '#api/client-info.ts'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { sitePublishableKey } from '../site-key.ts'
import { freshAccessToken } from '../tokens/access-token.ts'

let loading: Promise<RealtimeClient> | undefined

/**
 * The page's only realtime client, loaded on first use, with the current user's token. It connects when the first
 * channel is joined.
 */
export async function getRealtime(): Promise<RealtimeClient> {
  loading ??= openRealtime().catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  const client = await loading
  // A channel joins with the current token; without one it would join as anonymous.
  await client.setAuth()
  return client
}

/** Passes a changed token to an open connection. */
export async function renewRealtimeToken(): Promise<void> {
  const client = await loading?.catch(() => undefined)
  await client?.setAuth()
}

async function openRealtime(): Promise<RealtimeClient> {
  const { RealtimeClient } = await fetchModule(() => import('@supabase/realtime-js'))
  const apikey = sitePublishableKey()
  const client = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey, eventsPerSecond: REALTIME_EVENTS_PER_SECOND },
    headers: { 'x-client-info': CLIENT_INFO },
    // If signed out, the key is the token, as over HTTP.
    accessToken: async () => (await freshAccessToken()) ?? apikey,
  })
  // Skips the client's backoff when the device is online again.
  window.addEventListener('online', () => {
    if (client.getChannels().length === 0 || client.isConnected()) return
    void client.disconnect().then(() => client.connect())
  })
  return client
}
