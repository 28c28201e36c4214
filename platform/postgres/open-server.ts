import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { authenticatorUrl } from './authenticator.ts'
import { type Database, maxConnectionsOpened, openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded/embedded.ts'
import { PostgresFault } from './fault.ts'
import { readDatabaseSources } from './migrations/database-sources.ts'
import { migrate } from './migrations/migrate.ts'
import { connectionShortage } from './servers/connection-shortage.ts'
import { checkPooler } from './servers/pooler-check.ts'
import { withReadServers } from './servers/read-servers.ts'
import { checkServer } from './servers/server-check.ts'
import { candidateHosts, hostsOf, writableHost } from './servers/writable-host.ts'

interface OpenServerOptions {
  /** Connection string of the owner; undefined starts the embedded server. */
  databaseUrl: string | undefined
  /** Connection string of its standbys that may serve reads, with one or several hosts. */
  readUrl?: string | undefined
  /** Connection string of a pooler in transaction mode in front of that server, for requests. */
  poolerUrl?: string | undefined
  dataDir: string
  maxConnections: number
  /** Number of processes that open up to `maxConnections` each; 1 by default. The embedded server is sized for them. */
  processes?: number
  /** Limits of each statement of a request; none by default. */
  limits?: { statementTimeoutMs: number; lockTimeoutMs: number }
  /**
   * The site's secret, shared by all its processes. The password of `authenticator` is derived from it if the owner has
   * none.
   */
  secret: string
  /** Turns warnings into faults. */
  strict: boolean
  /** Ends opening early: the embedded server is stopped, and `openServer` rejects. */
  signal?: AbortSignal
  /**
   * Runs as the owner before anything is changed, in parallel with the server's own check; throws if the database must
   * not be opened.
   */
  check?: (ownerConnectionString: string) => Promise<void>
  /** Called when the server is starting or contacted for the first time, so that the caller can do other work. */
  onStarting?: () => void
  /** Called with a sentence whenever a standby starts or stops serving reads. */
  onStandby?: (text: string) => void
  /** Called for each failed attempt to restart the embedded server after it exited unexpectedly. */
  onLoss?: (fault: PostgresFault) => void
  /** Called if changes can't be published to other processes; publishing is retried. */
  onFault?: (fault: unknown) => void
}

export interface OpenServer {
  database: Database
  ownerConnectionString: string
  /** Names of this version's migrations, all of them applied. */
  migrations: string[]
  warnings: string[]
  /** Closes the connections of a process that runs no more queries; the embedded server goes on. */
  closeConnections(): Promise<void>
  /** Closes the connections, then stops the embedded server. */
  close(): Promise<void>
}

/**
 * Opens, checks and migrates a PostgreSQL server, embedded or given. Throws a `PostgresFault` with a sentence for the
 * operator.
 */
export async function openServer(options: OpenServerOptions): Promise<OpenServer> {
  const server = await ownerServer(options)
  const { connectionString } = server
  // Migrations that run then are rolled back, and the next start repeats them.
  const stopEarly = () => void server.stop().catch(() => undefined)
  options.signal?.addEventListener('abort', stopEarly)
  try {
    options.signal?.throwIfAborted()
    // Both checks only read. Faults of the server itself take precedence.
    const check = options.check?.(connectionString)
    check?.catch(() => undefined)
    const warnings = await checkServer(connectionString)
    if (options.strict && warnings.length > 0) throw new PostgresFault(warnings.join(' '))
    await check
    const authenticatorPassword = authenticatorPasswordOf(connectionString, options.secret)
    const sources = await readDatabaseSources()
    const newer = await migrate({ connectionString, sources, authenticatorPassword })
    if (newer !== undefined) warnings.push(`Version ${newer} has migrated the database. ${COMPATIBLE}`)
    const { processes = 1 } = options
    const shortage =
      processes > 1 &&
      (await connectionShortage(connectionString, processes * maxConnectionsOpened(options.maxConnections)))
    if (shortage) warnings.push(shortage)
    const authenticatorUrlOf = (host: string) => authenticatorUrl(host, authenticatorPassword)
    const poolers = options.poolerUrl === undefined ? [] : candidateHosts(options.poolerUrl).map(authenticatorUrlOf)
    for (const pooler of poolers.slice(0, 1))
      await checkPooler({ pooler, direct: authenticatorUrlOf(connectionString) })
    const own = {
      connectionString: server.hosts.map(authenticatorUrlOf),
      maxConnections: options.maxConnections,
      ...(options.limits && { limits: options.limits, waitMs: options.limits.statementTimeoutMs }),
    }
    const standbys = options.readUrl === undefined ? [] : hostsOf(options.readUrl).map(authenticatorUrlOf)
    const afterCommit = { onFault: options.onFault ?? (() => undefined) }
    const database = withReadServers(openDatabase({ ...own, poolers, afterCommit }), {
      ...own,
      standbys,
      report: options.onStandby ?? (() => undefined),
    })
    let closed: Promise<void> | undefined
    const closeConnections = () => (closed ??= database.close())
    return {
      database,
      closeConnections,
      ownerConnectionString: connectionString,
      migrations: sources.tables.map(({ name }) => name),
      warnings,
      async close() {
        await Promise.race([closeConnections(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', stopEarly)
  }
}

/** Maximum time to close connections: one to a frozen server never ends. */
const CLOSE_TIMEOUT_MS = 5_000

const COMPATIBLE = 'This version can work with it, as the former one of that.'

/**
 * Derived from the owner's password, or from the site's secret, so that all processes, which share the role, use the
 * same one.
 */
export function authenticatorPasswordOf(ownerConnectionString: string, secret: string): string {
  const source = new URL(ownerConnectionString).password || secret
  return createHmac('sha256', source).update('authenticator').digest('base64url')
}

async function ownerServer({ databaseUrl, dataDir, onStarting, onLoss, ...options }: OpenServerOptions) {
  if (databaseUrl !== undefined) {
    onStarting?.()
    const connectionString = await writableHost(databaseUrl)
    return { connectionString, hosts: candidateHosts(databaseUrl), stop: async () => undefined }
  }
  const connections = (options.processes ?? 1) * maxConnectionsOpened(options.maxConnections)
  const embedded = await startEmbeddedPostgres({
    dataDir,
    connections,
    ...(onStarting && { onStarting }),
    ...(onLoss && { onLoss }),
  })
  return { ...embedded, hosts: [embedded.connectionString] }
}
