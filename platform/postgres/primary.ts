import pg from 'pg'
import { NoPrimary } from './connection-lost.ts'
import { askHosts } from './writable-host.ts'

/** How one database is reached whose primary server may change while the process runs. */
export interface Primary {
  /** Of one host, for the driver, which knows no more than one. */
  connectionString: string
  /** Connects to the host that can be written to at that moment. */
  Client: typeof pg.Client
  /** Something failed that the end of the primary would explain: the hosts are asked again, for a while again and again. */
  suspect(): void
  /** A server said that it takes no writes: none of its connections is of use, even though all are alive. */
  demoted(): void
  close(): void
}

/** For so long an answer serves all who connect. */
const KEPT_MS = 2_000
const NONE_KEPT_MS = 200
const ANSWER_WITHIN_MS = 1_000
const AGAIN_MS = 500
/** A manager needs up to a minute to promote another server; until then the old one may still seem to be in its place. */
const UNEASY_MS = 60_000
const DROPPED_MS = 5_000

/**
 * Each address is of one host that may be the primary. With a single one, which may be a name or a balancer that leads elsewhere after a failover,
 * nobody is asked; each connection finds out where it leads. Behind a pooler of transactions no statement has a name, because the next one with that
 * name may come to a server process that never heard of it.
 */
export function openPrimary(hosts: readonly string[], { isPooler = false } = {}): Primary {
  const clients = new Map<pg.Client, string>()
  let known: { host: string; atMs: number } | undefined
  let noneAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<string> | undefined
  let again: NodeJS.Timeout | undefined
  let uneasyUntilMs = 0
  let droppedAtMs = Number.NEGATIVE_INFINITY
  const [first = ''] = hosts

  async function find(): Promise<string> {
    if (hosts.length < 2) return first
    if (known && performance.now() - known.atMs < KEPT_MS) return known.host
    if (performance.now() - noneAtMs < NONE_KEPT_MS) throw new NoPrimary('No host of DATABASE_URL can be written to.')
    return ask()
  }

  function ask(): Promise<string> {
    asking ??= askNow().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function askNow(): Promise<string> {
    const { writable, reasons } = await askHosts(hosts, ANSWER_WITHIN_MS)
    if (writable === undefined) {
      known = undefined
      noneAtMs = performance.now()
      throw new NoPrimary(`No host of DATABASE_URL can be written to. ${reasons.join(' ')}`)
    }
    known = { host: writable, atMs: performance.now() }
    noneAtMs = Number.NEGATIVE_INFINITY
    drop((host) => host !== writable)
    return writable
  }

  function drop(isGone: (host: string) => boolean): void {
    for (const [client, host] of clients) {
      if (isGone(host)) client.connection.stream.destroy(new Error('Connection terminated: the primary has changed'))
    }
  }

  function suspect(): void {
    if (hosts.length < 2) return
    uneasyUntilMs = performance.now() + UNEASY_MS
    if (known) known.atMs = Number.NEGATIVE_INFINITY
    if (again) return
    const watch = () => {
      again = setTimeout(async () => {
        await ask().catch(() => undefined)
        // `close` may have come meanwhile.
        if (again && (!known || performance.now() < uneasyUntilMs)) watch()
        else again = undefined
      }, AGAIN_MS)
      again.unref()
    }
    watch()
  }

  class PrimaryClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('error', suspect)
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
      const host = await find()
      Object.assign(this, placeOf(host))
      clients.set(this, host)
      try {
        await super.connect()
      } catch (error) {
        clients.delete(this)
        suspect()
        throw error
      }
    }
  }

  return {
    connectionString: first,
    Client: PrimaryClient,
    suspect,
    demoted() {
      suspect()
      if (hosts.length > 1 || performance.now() - droppedAtMs < DROPPED_MS) return
      droppedAtMs = performance.now()
      drop(() => true)
    },
    close() {
      clearTimeout(again)
      again = undefined
    },
  }
}

function withoutName(statement: unknown): unknown {
  const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
  return isNamed ? { ...statement, name: undefined } : statement
}

/** As the driver reads it. */
function placeOf(connectionString: string): { host: string; port: number } {
  const { host, port } = new pg.Client({ connectionString })
  return { host, port }
}
