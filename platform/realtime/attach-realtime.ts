import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { type ApiKeys, identifyKey } from '#platform/http/guards/keys.ts'
import { createTokenBuckets } from '#platform/http/guards/token-buckets.ts'
import { asksForOtherProtocol, ignoreUpgrade } from '#platform/http/ignore-upgrade.ts'
import { addressGroup } from '#platform/http/requests/client-address.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { Connection } from './connection.ts'
import type { Sessions, VerifyAccessToken } from './credentials.ts'
import type { Version } from './frames.ts'
import { startHub, type TopicRules } from './hub.ts'
import { type Budgets, createBudgets } from './limits/budgets.ts'
import { ConcurrencyCounter } from './limits/concurrency-counter.ts'
import { LIMITS, type RealtimeLimits } from './limits/limits.ts'
import { type ChannelPolicy, PUBLIC_ONLY } from './rights/policy.ts'

export interface RealtimeDependencies {
  database: Database
  keys: ApiKeys
  verifyAccessToken: VerifyAccessToken
  sessions?: Sessions
  policy?: ChannelPolicy
  topics?: TopicRules
  /** Shared with the handler of HTTP calls; by default those of the sockets alone. */
  budgets?: Budgets
  /** Returns a client's IP address; by default that of its socket. */
  addressOf?(request: IncomingMessage): string
  limits?: Partial<RealtimeLimits>
  onFault?: (fault: unknown) => void
}

interface Realtime {
  /** Metrics: open sockets, and the channels that they have joined. */
  counts(): { realtime_connections: number; realtime_channels: number }
  /** Closes all connections; the caller closes the HTTP server. */
  stop(): Promise<void>
}

/** Fixed cost per message: receiving even the shortest one costs as much as parsing this many bytes. */
const MESSAGE_BYTES = 512
const NO_RULES: TopicRules = { isCounted: () => false, hasOwnKeys: () => false }
const PATH = '/realtime/v1/websocket'

/** Accepts WebSockets at `/realtime/v1/websocket`. Upgrade requests for other paths are left to other listeners. */
export async function attachRealtime(server: Server, dependencies: RealtimeDependencies): Promise<Realtime> {
  const limits = { ...LIMITS, ...dependencies.limits }
  const hub = await startHub({
    database: dependencies.database,
    verifyAccessToken: dependencies.verifyAccessToken,
    sessions: dependencies.sessions,
    policy: dependencies.policy ?? PUBLIC_ONLY,
    topics: dependencies.topics ?? NO_RULES,
    budgets: dependencies.budgets ?? createBudgets(limits),
    limits,
    onFault: dependencies.onFault ?? (() => undefined),
  })
  const addressOf = dependencies.addressOf ?? ((request) => request.socket.remoteAddress ?? 'unknown')
  const addresses = new ConcurrencyCounter()
  const bytes = createTokenBuckets({ burst: limits.burstBytes, perSecond: limits.bytesPerSecond })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (asksForOtherProtocol(request)) {
      ignoreUpgrade(server, request, { socket, head })
      return
    }
    const url = readUrl(request)
    const isOurs = url?.pathname === PATH
    // Without another listener, this one has to reject the request.
    if (!isOurs && server.listenerCount('upgrade') > 1) return
    socket.on('error', () => socket.destroy())
    const version = url?.searchParams.get('vsn') ?? '1.0.0'
    const keyIdentity = url && identityOfKey(url, request, dependencies.keys)
    const group = addressGroup(addressOf(request))
    if (!isOurs) reject(socket, '404 Not Found')
    else if (!keyIdentity) reject(socket, '401 Unauthorized')
    else if (!isVersion(version)) reject(socket, '400 Bad Request')
    else if (hub.connections.size >= limits.connections) reject(socket, '503 Service Unavailable')
    else if (!acquireSlot(group, socket)) reject(socket, '429 Too Many Requests')
    else {
      const key = request.headers.apikey?.toString() || url.searchParams.get('apikey') || ''
      const mayReceive = (count: number) => bytes.spend(group, count + MESSAGE_BYTES) === 0
      sockets.handleUpgrade(
        request,
        socket,
        head,
        (ws) => new Connection(ws, hub, { version, key, keyIdentity, address: group, mayReceive }),
      )
    }
  }

  /** The slot is released when the socket closes, whether or not the upgrade succeeded. */
  function acquireSlot(group: string, socket: Duplex): boolean {
    const maximum = group.includes(':') ? limits.connectionsPerNetwork : limits.connectionsPerAddress
    if (!addresses.take(group, maximum)) return false
    socket.once('close', () => addresses.release(group))
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
  const forwarded = new Headers()
  for (const name of ['apikey', 'authorization', 'user-agent']) {
    const value = headers[name]
    if (typeof value === 'string') forwarded.set(name, value)
  }
  const role = identifyKey(new Request(url, { headers: forwarded }), keys)
  return role === 'anon' || role === 'service_role' ? { role, claims: { role } } : null
}

function readUrl(request: IncomingMessage): URL | null {
  try {
    return new URL(request.url ?? '/', 'http://localhost')
  } catch {
    return null
  }
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function isVersion(text: string): text is Version {
  return text === '1.0.0' || text === '2.0.0'
}
