import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RealtimeClient, type RealtimeClientOptions } from '@supabase/realtime-js'
import WebSocket from 'ws'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/sessions/tokens.ts'
import type { Database } from '#platform/postgres/database.ts'
import { attachRealtime, type RealtimeDependencies } from '../attach-realtime.ts'
import { createRealtimeHandler } from '../handler.ts'

export const KEYS = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }

export interface LiveServer {
  url: string
  server: Server
  faults: unknown[]
  /** A token for a user id, valid for an hour by default. */
  tokenFor(sub: string, secondsLeft?: number): Promise<string>
  client(token?: string, options?: Partial<RealtimeClientOptions>): RealtimeClient
  stop(): Promise<void>
}

/** Starts the realtime server on a free port, for the client library to connect to. */
export async function startLiveServer(
  database: Database,
  change: Partial<RealtimeDependencies> = {},
): Promise<LiveServer> {
  const signing = await loadSigningKeys({ keys: [await generateSigningKey()] }, { issuer: 'http://localhost/auth/v1' })
  const faults: unknown[] = []
  const dependencies: RealtimeDependencies = {
    database,
    keys: KEYS,
    verifyAccessToken: signing.verifyAccessToken,
    onFault: (fault) => faults.push(fault),
    ...change,
  }
  const handle = createRealtimeHandler(dependencies)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const body = request.method === 'POST' ? Buffer.concat(chunks) : null
    const answer = await handle(
      new Request(`http://localhost${request.url}`, { method: request.method ?? 'GET', headers, body }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  const realtime = await attachRealtime(server, dependencies)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realtime/v1`
  const clients: RealtimeClient[] = []

  return {
    url,
    server,
    faults,
    tokenFor: (sub, secondsLeft = 3_600) => {
      const now = Math.floor(Date.now() / 1_000)
      return signing.sign({ sub, aud: 'authenticated', role: 'authenticated', iat: now, exp: now + secondsLeft })
    },
    client(token, options = {}) {
      const client = new RealtimeClient(url.replace('http', 'ws'), {
        params: { apikey: KEYS.publishable },
        transport: WebSocket as unknown as NonNullable<RealtimeClientOptions['transport']>,
        ...(token ? { accessToken: async () => token } : {}),
        ...options,
      })
      clients.push(client)
      return client
    },
    async stop() {
      await Promise.all(clients.map((client) => client.disconnect()))
      await realtime.stop()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Channel = ReturnType<RealtimeClient['channel']>

/** Resolves once the channel is joined; rejects with the client's own error. */
export function subscribed(channel: Channel): Promise<Channel> {
  return new Promise((joined, refused) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') joined(channel)
      else refused(Object.assign(new Error(`${status}: ${error?.message ?? ''}`), { status }))
    })
  })
}
