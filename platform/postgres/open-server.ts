import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { authenticatorUrl } from './authenticator.ts'
import { tooFewConnections } from './connection-room.ts'
import { connectionsOf, type Database, openDatabase } from './database.ts'
import { databaseSources } from './database-sources.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { PostgresFault } from './fault.ts'
import { migrate } from './migrate.ts'
import { checkPooler } from './pooler-check.ts'
import { withReadServers } from './read-servers.ts'
import { checkServer } from './server-check.ts'
import { hostsOf, writableHost, writingHosts } from './writable-host.ts'

interface OpenServerOptions {
  /** The owner's connection string; undefined starts the embedded server. */
  databaseUrl: string | undefined
  /** Standbys of it that may answer reads, as one address with one or several hosts. */
  readUrl?: string | undefined
  /** Of a pooler of transactions in front of that server, for requests. */
  poolerUrl?: string | undefined
  dataDir: string
  maxConnections: number
  /** How many processes open that many at most; 1 by default. The embedded server gets room for them. */
  processes?: number
  /** Of every statement that a request sends; none by default. */
  limits?: { statementTimeoutMs: number; lockTimeoutMs: number }
  /** Known to all processes of the site; `authenticator`'s password is derived from it if the owner has none. */
  secret: string
  /** Refuse what otherwise only causes a warning. */
  strict: boolean
  /** Runs as the owner before anything is changed, beside the server's own check; throws if the database must not be opened. */
  check?: (ownerConnectionString: string) => Promise<void>
  /** Called when the server is starting or asked for the first time: there is time for other work. */
  onStarting?: () => void
  /** Hears a sentence whenever a standby begins or ceases to answer reads. */
  onStandby?: (text: string) => void
  /** Called each time that the embedded server, having ended by itself, does not start again; it is tried again. */
  onLoss?: (fault: PostgresFault) => void
  /** Hears why what has changed cannot be announced; it is tried again. */
  onFault?: (fault: unknown) => void
}

export interface OpenServer {
  database: Database
  ownerConnectionString: string
  /** Names of this version's files of tables, all of them applied. */
  migrations: string[]
  warnings: string[]
  /** For a process that asks nothing more: the embedded server goes on. */
  closeConnections(): Promise<void>
  /** Closes the connections, then stops the embedded server. */
  close(): Promise<void>
}

/** A checked and migrated PostgreSQL, embedded or given. Throws `PostgresFault` with a sentence for the operator. */
export async function openServer(options: OpenServerOptions): Promise<OpenServer> {
  const server = await ownerServer(options)
  const { connectionString } = server
  try {
    // Both only read. What is wrong with the server itself is told first.
    const check = options.check?.(connectionString)
    check?.catch(() => undefined)
    const warnings = await checkServer(connectionString)
    if (options.strict && warnings.length > 0) throw new PostgresFault(warnings.join(' '))
    await check
    const authenticatorPassword = authenticatorPasswordOf(connectionString, options.secret)
    const sources = await databaseSources()
    const newer = await migrate({ connectionString, sources, authenticatorPassword })
    if (newer !== undefined) warnings.push(`Version ${newer} has migrated the database. ${GO_ON}`)
    const { processes = 1 } = options
    const room =
      processes > 1 && (await tooFewConnections(connectionString, processes * connectionsOf(options.maxConnections)))
    if (room) warnings.push(room)
    const asAuthenticator = (host: string) => authenticatorUrl(host, authenticatorPassword)
    const poolers = options.poolerUrl === undefined ? [] : writingHosts(options.poolerUrl).map(asAuthenticator)
    for (const pooler of poolers.slice(0, 1)) await checkPooler({ pooler, direct: asAuthenticator(connectionString) })
    const own = {
      connectionString: server.hosts.map(asAuthenticator),
      maxConnections: options.maxConnections,
      ...(options.limits && { limits: options.limits, waitMs: options.limits.statementTimeoutMs }),
    }
    const standbys = options.readUrl === undefined ? [] : hostsOf(options.readUrl).map(asAuthenticator)
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
        await Promise.race([closeConnections(), delay(CLOSE_MS, undefined, { ref: false })])
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A connection to a server that is frozen never says that it has ended. */
const CLOSE_MS = 5_000

const GO_ON = 'This version can work with it, as the former one of that.'

/** Derived from the owner's password, else from the site's secret, so that all processes, which share the role, agree. */
export function authenticatorPasswordOf(ownerConnectionString: string, secret: string): string {
  const source = new URL(ownerConnectionString).password || secret
  return createHmac('sha256', source).update('authenticator').digest('base64url')
}

async function ownerServer({ databaseUrl, dataDir, onStarting, onLoss, ...options }: OpenServerOptions) {
  if (databaseUrl !== undefined) {
    onStarting?.()
    const connectionString = await writableHost(databaseUrl)
    return { connectionString, hosts: writingHosts(databaseUrl), stop: async () => undefined }
  }
  const connections = (options.processes ?? 1) * connectionsOf(options.maxConnections)
  const embedded = await startEmbeddedPostgres({
    dataDir,
    connections,
    ...(onStarting && { onStarting }),
    ...(onLoss && { onLoss }),
  })
  return { ...embedded, hosts: [embedded.connectionString] }
}
