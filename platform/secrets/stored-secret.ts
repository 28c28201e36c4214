import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#platform/postgres/embedded/make-folder.ts'

/** The secret can be neither read nor written; `message` says which file. */
export class SecretFault extends Error {
  override readonly name = 'SecretFault'
}

const HINT = 'Let this account read and write the data folder, or choose another one with DATA_DIR.'

interface SecretOptions {
  dataDir: string
  /** File name within `secrets/`. */
  name: string
  make(): string | Promise<string>
}

/**
 * Returns the secret stored in a file that only its owner can read, and generates it on first use. Processes that start
 * at the same time agree on the one written first.
 */
export async function loadOrCreateSecret({ dataDir, name, make }: SecretOptions): Promise<string> {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, name)
  const existing = await readIfExists(path)
  if (existing) return existing
  const unfinished = `${path}.${randomUUID()}`
  try {
    await makeFolder(dataDir)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(unfinished, await make(), { mode: 0o600, flush: true })
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new SecretFault(`The secret ${path} cannot be stored: ${(error as Error).message}. ${HINT}`, {
      cause: error,
    })
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined)
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new SecretFault(`The secret ${path} cannot be read: ${(error as Error).message}. ${HINT}`, {
      cause: error,
    })
  }
}
