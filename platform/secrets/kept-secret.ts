import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../postgres/make-folder.ts'

/** The secret can be neither read nor written; `message` says where. */
export class SecretFault extends Error {
  override readonly name = 'SecretFault'
}

const WAY_OUT = 'Let this account read and write the data folder, or choose another one with DATA_DIR.'

interface KeptSecretOptions {
  dataDir: string
  /** The file's name below `secrets/`. */
  name: string
  make(): string | Promise<string>
}

/**
 * A secret made at the first call and kept in a file that only its owner can read. Two processes that start at once
 * agree on the one written first.
 */
export async function keptSecret({ dataDir, name, make }: KeptSecretOptions): Promise<string> {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, name)
  const kept = await readIfThere(path)
  if (kept) return kept
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
    throw new SecretFault(`The secret ${path} cannot be kept: ${(error as Error).message}. ${WAY_OUT}`, {
      cause: error,
    })
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined)
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new SecretFault(`The secret ${path} cannot be read: ${(error as Error).message}. ${WAY_OUT}`, {
      cause: error,
    })
  }
}
