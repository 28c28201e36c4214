import { dirname, resolve } from 'node:path'
import { accountForPostgres } from './account.ts'
import { type Cluster, openCluster, rememberPort } from './cluster.ts'
import { errorText, PostgresFault } from './fault.ts'
import { takeFolder } from './folder-lock.ts'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { AddressInUse, type Postmaster, startPostmaster, stopLeftOver } from './postmaster.ts'
import { programFor } from './program.ts'

interface EmbeddedOptions {
  dataDir: string
  /** A fixed port on 127.0.0.1; by default a free one is found once and remembered. */
  port?: number
  /** How many the market's processes open together; what commands and a pg_dump need comes on top. */
  connections?: number
  /** Tests only: gives up durability for speed. */
  throwaway?: boolean
  /** Called when the server's process has begun and the caller would only wait for it; again if it must be tried on another port. */
  onStarting?: () => void
  /** Called if the server ends by itself and cannot be restarted. */
  onLoss?: (fault: PostgresFault) => void
}

export interface EmbeddedPostgres {
  /** For the owner, a superuser. */
  connectionString: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the packages, on its own folder below `dataDir`; the first start creates the
 * database. Recovers from whatever a killed process left, and restarts a server that dies.
 * Throws `PostgresFault` with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await makeDataDir(dataDir)
  const locks = [await takeFolder(dataDir)]
  const releaseAll = async () => {
    for (const lock of locks) await lock.release()
  }
  try {
    const account = await accountForPostgres()
    const program = await programFor(account)
    const cluster = await openCluster({ dataDir, program, account, throwaway: options.throwaway ?? false })
    // If the data lies elsewhere, a copy of the data folder would reach it too.
    const home = dirname(cluster.folder)
    if (home !== dataDir) locks.push(await takeFolder(home))
    await stopLeftOver(cluster.folder)
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

const REVIVALS_PER_MINUTE = 3

async function keepRunning(cluster: Cluster, program: string, options: EmbeddedOptions): Promise<Postmaster> {
  const { throwaway = false, connections = 0 } = options
  const deaths: number[] = []
  let stopped = false
  const first = await startOnSomePort(cluster, program, { ...options, onUnexpectedExit: revive })
  const { port } = first
  let current: Promise<Postmaster> = Promise.resolve(first)

  function revive(fault: PostgresFault): void {
    if (stopped) return
    deaths.push(Date.now())
    const recent = deaths.filter((time) => time > Date.now() - 60_000).length
    // The same port, because clients reconnect to where they were.
    current =
      recent > REVIVALS_PER_MINUTE
        ? Promise.reject(fault)
        : startPostmaster({ cluster, program, port, throwaway, connections, onUnexpectedExit: revive })
    current.catch((reason: PostgresFault) => options.onLoss?.(reason))
  }

  return {
    port,
    async stop() {
      stopped = true
      const last = await current.catch(() => undefined)
      await last?.stop()
    },
  }
}

type StartOptions = EmbeddedOptions & { onUnexpectedExit: (fault: PostgresFault) => void }

async function startOnSomePort(cluster: Cluster, program: string, options: StartOptions): Promise<Postmaster> {
  const attempts = options.port === undefined ? 5 : 1
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort(attempt === 1 ? cluster.port : undefined))
    try {
      const postmaster = await startPostmaster({ ...options, cluster, program, port })
      await rememberPort(cluster, port)
      return postmaster
    } catch (error) {
      if (!(error instanceof AddressInUse) || attempt >= attempts) throw error
    }
  }
}
