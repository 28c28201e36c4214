import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
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
  if (running !== undefined && (await answers(running))) {
    return { connectionString: running, stop: async () => undefined }
  }
  return startEmbeddedPostgres({ dataDir })
}

/** The connection string in the data folder's note, whether or not anything listens there. */
async function noted(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, 'postgres.json')
  try {
    const note = JSON.parse(await readFile(path, 'utf8')) as { password: string; port?: number }
    return note.port === undefined ? undefined : `postgres://postgres:${note.password}@127.0.0.1:${note.port}/postgres`
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') {
      throw new PostgresFault(`There is no database in ${dataDir} yet. Open the site once, then try again.`, { cause })
    }
    throw new PostgresFault(`${path} cannot be read.`, { cause })
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    // Nothing, or something else, listens on that port.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
