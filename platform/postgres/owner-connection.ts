import { readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { folderOf } from './cluster-folder.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { errorCode, PostgresFault } from './fault.ts'
import { writableHost } from './writable-host.ts'

interface OwnerConnection {
  connectionString: string
  /** Ends the embedded server if it was started for this connection. */
  stop(): Promise<void>
}

/**
 * The owner's connection to the database for an operator's command: to a given server, the embedded one if it is running,
 * or one started for the purpose. Never creates a database; throws `PostgresFault` if there is none.
 */
export async function ownerConnection(options: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<OwnerConnection> {
  if (options.databaseUrl !== undefined) {
    return { connectionString: await writableHost(options.databaseUrl), stop: async () => undefined }
  }
  const dataDir = resolve(options.dataDir)
  const running = await noted(dataDir)
  if (running !== undefined && (await answers(running.connectionString, running.folder))) {
    return { connectionString: running.connectionString, stop: async () => undefined }
  }
  return startEmbeddedPostgres({ dataDir })
}

interface Noted {
  connectionString: string
  folder: string
}

/** What the data folder's note says, whether or not anything listens there. */
async function noted(dataDir: string): Promise<Noted | undefined> {
  const path = join(dataDir, 'postgres.json')
  try {
    const note = JSON.parse(await readFile(path, 'utf8')) as { folder: string; password: string; port?: number }
    if (note.port === undefined) return undefined
    const connectionString = `postgres://postgres:${note.password}@127.0.0.1:${note.port}/postgres`
    return { connectionString, folder: await folderOf(note, dataDir) }
  } catch (cause) {
    if (cause instanceof PostgresFault) throw cause
    if (errorCode(cause) === 'ENOENT') {
      throw new PostgresFault(`There is no database in ${dataDir} yet. Open the site once, then try again.`, { cause })
    }
    throw new PostgresFault(`${path} cannot be read.`, { cause })
  }
}

/** The server of this very folder: a copied note leads to that of the original, whose password it knows. */
async function answers(connectionString: string, folder: string): Promise<boolean> {
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
