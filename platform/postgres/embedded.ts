import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { accountForPostgres } from './account.ts'
import { type Cluster, openCluster, rememberPort } from './cluster.ts'
import { errorText, PostgresFault } from './fault.ts'
import { takeFolder } from './folder-lock.ts'
import { freePort } from './free-port.ts'
import { AddressInUse, type Postmaster, startPostmaster, stopLeftOver } from './postmaster.ts'
import { programFor } from './program.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Fixed port on 127.0.0.1; without it a free one is found once and remembered. */
  port?: number
  /** Tests only: gives up durability for speed. */
  throwaway?: boolean
  /** Called when the server ends without having been asked to. */
  onUnexpectedExit?: (fault: PostgresFault) => void
}

export interface EmbeddedPostgres {
  /** The owner's, a superuser. */
  connectionString: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that came with the packages on a folder of its own below `dataDir`, making the database on the
 * first start. Recovers from whatever a killed process left. Throws `PostgresFault` with a sentence for an operator.
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
    // Data that lies elsewhere is reached by a copy of the data folder, too.
    const home = dirname(cluster.folder)
    if (home !== dataDir) locks.push(await takeFolder(home))
    await stopLeftOver(cluster.folder)
    const postmaster = await startOnSomePort(cluster, program, options)
    return {
      connectionString: `postgres://postgres:${cluster.password}@127.0.0.1:${postmaster.port}/postgres`,
      async stop() {
        await postmaster.stop()
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
    // Others may pass through, so that the account of PostgreSQL reaches its own folder inside; they see no names.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new PostgresFault(`The data folder ${dataDir} cannot be made: ${errorText(error)}.`, { cause: error })
  }
}

async function startOnSomePort(cluster: Cluster, program: string, options: EmbeddedOptions): Promise<Postmaster> {
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
