import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { addressGroup } from '#platform/http/client-address.ts'
import { openCostBudget } from '#platform/http/cost-budget.ts'
import { asksForOtherProtocol, ignoreUpgrade } from '#platform/http/ignore-upgrade.ts'
import { type ApiKeys, identifyKey } from '#platform/http/keys.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { Connection } from './connection.ts'
import type { Sessions, VerifyAccessToken } from './credentials.ts'
import type { Version } from './frames.ts'
import { startHub } from './hub.ts'
import { LIMITS, type RealtimeLimits } from './limits.ts'
import { type ChannelPolicy, PUBLIC_ONLY } from './policy.ts'
import { Shares } from './shares.ts'

export interface RealtimeDependencies {
  database: Database
  keys: ApiKeys
  verifyAccessToken: VerifyAccessToken
  sessions?: Sessions
  policy?: ChannelPolicy
  /** The network address of a client; by default that of its socket. */
  addressOf?(request: IncomingMessage): string
  limits?: Partial<RealtimeLimits>
  onFault?: (fault: unknown) => void
}

interface Realtime {
  /** How many sockets are open, and on how many channels they listen. */
  counts(): { realtime_connections: number; realtime_channels: number }
  /** Ends all its connections; the caller closes the HTTP server. */
  stop(): Promise<void>
}

/** To receive and read even the shortest message takes as long as to parse so many bytes. */
const MESSAGE_BYTES = 512
const PATH = '/realtime/v1/websocket'

/** Answers websockets at `/realtime/v1/websocket`. Upgrade requests for other paths are left to other listeners. */
export async function attachRealtime(server: Server, dependencies: RealtimeDependencies): Promise<Realtime> {
  const limits = { ...LIMITS, ...dependencies.limits }
  const hub = await startHub({
    database: dependencies.database,
    verifyAccessToken: dependencies.verifyAccessToken,
    sessions: dependencies.sessions,
    policy: dependencies.policy ?? PUBLIC_ONLY,
    limits,
    onFault: dependencies.onFault ?? (() => undefined),
  })
  const addressOf = dependencies.addressOf ?? ((request) => request.socket.remoteAddress ?? 'unknown')
  const addresses = new Shares()
  const bytes = openCostBudget({ burst: limits.burstBytes, perSecond: limits.bytesPerSecond })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (asksForOtherProtocol(request)) {
      ignoreUpgrade(server, request, { socket, head })
      return
    }
    const url = readUrl(request)
    const isOurs = url?.pathname === PATH
    // Without another listener nobody would answer this request.
    if (!isOurs && server.listenerCount('upgrade') > 1) return
    socket.on('error', () => socket.destroy())
    const version = url?.searchParams.get('vsn') ?? '1.0.0'
    const keyIdentity = url && identityOfKey(url, request, dependencies.keys)
    const group = addressGroup(addressOf(request))
    if (!isOurs) refuse(socket, '404 Not Found')
    else if (!keyIdentity) refuse(socket, '401 Unauthorized')
    else if (!isVersion(version)) refuse(socket, '400 Bad Request')
    else if (hub.connections.size >= limits.connections) refuse(socket, '503 Service Unavailable')
    else if (!takeShare(group, socket)) refuse(socket, '429 Too Many Requests')
    else {
      const key = request.headers.apikey?.toString() || url.searchParams.get('apikey') || ''
      const mayReceive = (count: number) => bytes.spend(group, count + MESSAGE_BYTES) === 0
      sockets.handleUpgrade(
        request,
        socket,
        head,
        (ws) => new Connection(ws, hub, { version, key, keyIdentity, mayReceive }),
      )
    }
  }

  /** Held until the socket is gone, whether or not it became a websocket. */
  function takeShare(group: string, socket: Duplex): boolean {
    const most = group.includes(':') ? limits.connectionsPerNetwork : limits.connectionsPerAddress
    if (!addresses.take(group, most)) return false
    socket.once('close', () => addresses.giveBack(group))
    return true
  }

  server.on('upgrade', upgrade)
  return {
    counts: () => ({ realtime_connections: hub.connections.size, realtime_channels: hub.rooms.size }),
    async stop() {
      server.off('upgrade', upgrade)
      await hub.stop()
      sockets.close()
    },
  }
}

function identityOfKey(url: URL, { headers }: IncomingMessage, keys: ApiKeys): Identity | null {
  const asked = new Headers()
  for (const name of ['apikey', 'authorization', 'user-agent']) {
    const value = headers[name]
    if (typeof value === 'string') asked.set(name, value)
  }
  const role = identifyKey(new Request(url, { headers: asked }), keys)
  return role === 'anon' || role === 'service_role' ? { role, claims: { role } } : null
}

function readUrl(request: IncomingMessage): URL | null {
  try {
    return new URL(request.url ?? '/', 'http://localhost')
  } catch {
    return null
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function isVersion(text: string): text is Version {
  return text === '1.0.0' || text === '2.0.0'
}
