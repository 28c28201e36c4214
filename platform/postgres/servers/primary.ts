import pg from 'pg'
import { NoPrimary } from '../connections/connection-lost.ts'
import { probeHosts } from './writable-host.ts'

/** Connections to a database whose primary server may change while the process runs. */
export interface Primary {
  /** Connection string of one host, because the driver supports only one. */
  connectionString: string
  /** Connects to the host that is writable at that moment. */
  Client: typeof pg.Client
  /**
   * Reports a failure that the loss of the primary would explain: the hosts are probed at once, and repeatedly for a
   * while.
   */
  reportFailure(): void
  /**
   * Reports that a server rejected a write as read-only: all connections to it are useless, although they are alive.
   */
  reportDemotion(): void
  close(): void
}

/** Time for which the result of a probe is cached. */
const CACHE_MS = 2_000
const NEGATIVE_CACHE_MS = 200
const PROBE_TIMEOUT_MS = 1_000
const PROBE_INTERVAL_MS = 300
/**
 * A failover manager needs up to a minute to promote another server; until then the old one may still seem to be the
 * primary.
 */
const WATCH_MS = 60_000
const MIN_DROP_INTERVAL_MS = 5_000

/**
 * Takes one connection string for each host that may be the primary. With a single one, which may be a name or a load
 * balancer that leads elsewhere after a failover, no host is probed; each connection finds out where it leads. Behind a
 * pooler in transaction mode prepared statements are unnamed, because the next statement may reach a server process
 * that hasn't prepared it.
 */
export function openPrimary(hosts: readonly string[], { isPooler = false } = {}): Primary {
  const clients = new Map<pg.Client, string>()
  const unresponsive = new Set<string>()
  let known: { host: string; atMs: number } | undefined
  let noneFoundAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<string> | undefined
  let watchTimer: NodeJS.Timeout | undefined
  let watchUntilMs = 0
  let lastDropAtMs = Number.NEGATIVE_INFINITY
  const [first = ''] = hosts

  async function findPrimary(): Promise<string> {
    if (hosts.length < 2) return first
    if (known && performance.now() - known.atMs < CACHE_MS) return known.host
    if (performance.now() - noneFoundAtMs < NEGATIVE_CACHE_MS)
      throw new NoPrimary('No host of DATABASE_URL can be written to.')
    return probe()
  }

  function probe(): Promise<string> {
    probing ??= probeNow().finally(() => {
      probing = undefined
    })
    return probing
  }

  async function probeNow(): Promise<string> {
    const { writable, reasons } = await probeHosts(hosts, PROBE_TIMEOUT_MS, unresponsive)
    if (writable === undefined) {
      known = undefined
      noneFoundAtMs = performance.now()
      throw new NoPrimary(`No host of DATABASE_URL can be written to. ${reasons.join(' ')}`)
    }
    known = { host: writable, atMs: performance.now() }
    noneFoundAtMs = Number.NEGATIVE_INFINITY
    closeConnections((host) => host !== writable)
    return writable
  }

  function closeConnections(isStale: (host: string) => boolean): void {
    for (const [client, host] of clients) {
      if (isStale(host)) client.connection.stream.destroy(new Error('Connection terminated: the primary has changed'))
    }
  }

  function reportFailure(): void {
    if (hosts.length < 2) return
    watchUntilMs = performance.now() + WATCH_MS
    if (known) known.atMs = Number.NEGATIVE_INFINITY
    if (watchTimer) return
    const watch = () => {
      watchTimer = setTimeout(async () => {
        await probe().catch(() => undefined)
        // `close` may have been called meanwhile.
        if (watchTimer && (!known || performance.now() < watchUntilMs)) watch()
        else watchTimer = undefined
      }, PROBE_INTERVAL_MS)
      watchTimer.unref()
    }
    watch()
  }

  const Client = clientClass({ clients, isPooler, findPrimary, reportFailure })

  return {
    connectionString: first,
    Client,
    reportFailure,
    reportDemotion() {
      reportFailure()
      if (hosts.length > 1 || performance.now() - lastDropAtMs < MIN_DROP_INTERVAL_MS) return
      lastDropAtMs = performance.now()
      closeConnections(() => true)
    },
    close() {
      clearTimeout(watchTimer)
      watchTimer = undefined
    },
  }
}

function withoutName(statement: unknown): unknown {
  const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
  return isNamed ? { ...statement, name: undefined } : statement
}

/** Host and port as the driver parses them. */
function placeOf(connectionString: string): { host: string; port: number } {
  const { host, port } = new pg.Client({ connectionString })
  return { host, port }
}

interface ClientClassDeps {
  clients: Map<pg.Client, string>
  isPooler: boolean
  findPrimary(): Promise<string>
  reportFailure(): void
}

/** A client of `pg` that connects to the primary of the moment. */
function clientClass({ clients, isPooler, findPrimary, reportFailure }: ClientClassDeps): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('error', reportFailure)
      this.once('end', () => clients.delete(this))
      if (!isPooler) return
      const query = this.query.bind(this) as (...parts: unknown[]) => unknown
      this.query = ((statement: unknown, ...rest: unknown[]) =>
        query(withoutName(statement), ...rest)) as typeof this.query
    }
    override connect(): Promise<void>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<void> | void {
      const connecting = this.connectToPrimary()
      if (!callback) return connecting
      const done = callback as (error?: Error) => void
      connecting.then(() => done(), done)
    }
    private async connectToPrimary(): Promise<void> {
      const host = await findPrimary()
      Object.assign(this, placeOf(host))
      clients.set(this, host)
      try {
        await super.connect()
      } catch (error) {
        clients.delete(this)
        reportFailure()
        throw error
      }
    }
  }
}
