import type { RealtimeClient } from '@supabase/realtime-js'
import { CLIENT_INFO } from '#api/client-info.ts'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { freshAccessToken } from './access-token.ts'
import { sitePublishableKey } from './site-key.ts'

let loading: Promise<RealtimeClient> | undefined

/**
 * The page's only realtime client, loaded on first use, ready to join channels as whoever is signed in. It connects with
 * the first channel.
 */
export async function getRealtime(): Promise<RealtimeClient> {
  loading ??= openRealtime().catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  const client = await loading
  // A channel joins with the token known at that moment; without one it would listen as a visitor.
  await client.setAuth()
  return client
}

/** Tells an open connection that the person or their token has changed. */
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
    // When signed out, the key is the token, as over HTTP.
    accessToken: async () => (await freshAccessToken()) ?? apikey,
  })
  // The client waits longer after each attempt that failed; when the network is back there is nothing to wait for.
  window.addEventListener('online', () => {
    if (client.getChannels().length === 0 || client.isConnected()) return
    void client.disconnect().then(() => client.connect())
  })
  return client
}
