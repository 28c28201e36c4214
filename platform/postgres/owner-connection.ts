import { readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { clusterFolder } from './embedded/cluster-folder.ts'
import { startEmbeddedPostgres } from './embedded/embedded.ts'
import { errorCode, PostgresFault } from './fault.ts'
import { writableHost } from './servers/writable-host.ts'

interface OwnerConnection {
  connectionString: string
  /** Stops the embedded server if it was started for this connection. */
  stop(): Promise<void>
}

/**
 * The owner's connection for an operator's command: to a given server, to the embedded one if it is running, or to one
 * started for the purpose. Never creates a database; throws a `PostgresFault` if there is none.
 */
export async function ownerConnection(options: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<OwnerConnection> {
  if (options.databaseUrl !== undefined) {
    return { connectionString: await writableHost(options.databaseUrl), stop: async () => undefined }
  }
  const dataDir = resolve(options.dataDir)
  const running = await readRecordedServer(dataDir)
  if (running !== undefined && (await isServing(running.connectionString, running.folder))) {
    return { connectionString: running.connectionString, stop: async () => undefined }
  }
  return startEmbeddedPostgres({ dataDir })
}

interface RecordedServer {
  connectionString: string
  folder: string
}

/** Reads the data folder's state file, whether or not a server listens there. Undefined before the first start. */
async function readRecordedServer(dataDir: string): Promise<RecordedServer | undefined> {
  const path = join(dataDir, 'postgres.json')
  try {
    const state = JSON.parse(await readFile(path, 'utf8')) as { folder: string; password: string; port?: number }
    if (state.port === undefined) return undefined
    const connectionString = `postgres://postgres:${state.password}@127.0.0.1:${state.port}/postgres`
    return { connectionString, folder: await clusterFolder(state, dataDir) }
  } catch (cause) {
    if (cause instanceof PostgresFault) throw cause
    if (errorCode(cause) === 'ENOENT') {
      throw new PostgresFault(`There is no database in ${dataDir} yet. Open the site once, then try again.`, { cause })
    }
    throw new PostgresFault(`${path} cannot be read.`, { cause })
  }
}

/**
 * True if the server there belongs to this very folder: a copied state file points to the server of the original, whose
 * password it holds.
 */
async function isServing(connectionString: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
    return rows[0]?.folder === folder || rows[0]?.folder === (await realpath(folder))
  } catch {
    // Nothing, or something else, listens on that port.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
