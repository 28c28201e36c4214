import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorText, PostgresFault } from '../fault.ts'
import { freePort } from '../free-port.ts'
import { accountForPostgres } from './account.ts'
import { type Cluster, openCluster, savePort } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { makeFolder } from './make-folder.ts'
import { AddressInUse, type Postmaster, startPostmaster, stopOrphanedServer } from './postmaster.ts'
import { programFor } from './program.ts'

interface EmbeddedOptions {
  dataDir: string
  /** A fixed port on 127.0.0.1; by default a free one is chosen once and remembered. */
  port?: number
  /** Connections that all processes open together; commands and pg_dump get some on top. */
  connections?: number
  /** For tests: trades durability for speed. */
  throwaway?: boolean
  /** Called once the server process is running and still starting; again for each retry on another port. */
  onStarting?: () => void
  /** Called for each failed attempt to restart a server that exited unexpectedly; attempts go on every few seconds. */
  onLoss?: (fault: PostgresFault) => void
}

export interface EmbeddedPostgres {
  /** Connection string of the owner, a superuser. */
  connectionString: string
  stop(): Promise<void>
}

/**
 * Starts the packaged PostgreSQL on its own folder below `dataDir`; the first start creates the database. Recovers from
 * whatever a killed process left behind, and restarts a server that dies. Throws a `PostgresFault` with a sentence for
 * the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await makeDataDir(dataDir)
  const locks = [await lockFolder(dataDir)]
  const releaseAll = async () => {
    for (const lock of locks) await lock.release()
  }
  try {
    const account = await accountForPostgres()
    const program = await programFor(account)
    const cluster = await openCluster({ dataDir, program, account, throwaway: options.throwaway ?? false })
    // If the cluster is elsewhere, a copy of the data folder would reach it as well.
    const parent = dirname(cluster.folder)
    if (parent !== dataDir) locks.push(await lockFolder(parent))
    await stopOrphanedServer(cluster.folder)
    const running = await keepRunning(cluster, program, options)
    return {
      connectionString: `postgres://postgres:${cluster.password}@127.0.0.1:${running.port}/postgres`,
      async stop() {
        await running.stop()
        await releaseAll()
      },
    }
  } catch (error) {
    await releaseAll()
    throw error
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
  } catch (error) {
    throw new PostgresFault(`The data folder ${dataDir} cannot be made: ${errorText(error)}.`, { cause: error })
  }
}

/** Restarts at once; after more in a minute, restarts are delayed, for example to free disk space. */
const IMMEDIATE_RESTARTS_PER_MINUTE = 3
const RESTART_DELAY_MS = 5_000

async function keepRunning(cluster: Cluster, program: string, options: EmbeddedOptions): Promise<Postmaster> {
  const { throwaway = false, connections = 0 } = options
  const exits: number[] = []
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted
  const first = await startOnSomePort(cluster, program, { ...options, onUnexpectedExit: restart })
  const { port } = first
  let current: Promise<Postmaster> = Promise.resolve(first)

  function restart(): void {
    if (isStopped()) return
    exits.push(Date.now())
    const recent = exits.filter((time) => time > Date.now() - 60_000).length
    current = startWithRetries(recent > IMMEDIATE_RESTARTS_PER_MINUTE ? RESTART_DELAY_MS : 0)
    current.catch(() => undefined)
  }

  /** Retries until it succeeds, for example once its disk has space again; requests get 503 meanwhile. */
  async function startWithRetries(pauseMs: number): Promise<Postmaster> {
    for (let waitMs = pauseMs; ; waitMs = RESTART_DELAY_MS) {
      if (waitMs > 0) await delay(waitMs, undefined, { signal: stopping.signal })
      stopping.signal.throwIfAborted()
      try {
        // On the same port, because clients reconnect to it.
        return await startPostmaster({ cluster, program, port, throwaway, connections, onUnexpectedExit: restart })
      } catch (fault) {
        options.onLoss?.(fault as PostgresFault)
      }
    }
  }

  return {
    port,
    async stop() {
      stopping.abort()
      const last = await current.catch(() => undefined)
      await last?.stop()
    },
  }
}

type StartOptions = EmbeddedOptions & { onUnexpectedExit: () => void }

async function startOnSomePort(cluster: Cluster, program: string, options: StartOptions): Promise<Postmaster> {
  const attempts = options.port === undefined ? 5 : 1
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort(attempt === 1 ? cluster.port : undefined))
    try {
      const postmaster = await startPostmaster({ ...options, cluster, program, port })
      await savePort(cluster, port)
      return postmaster
    } catch (error) {
      if (!(error instanceof AddressInUse) || attempt >= attempts) throw error
    }
  }
}
