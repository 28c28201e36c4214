import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '#platform/postgres/fault.ts'
import type { ArchiveEntry } from './archive.ts'

/**
 * Yields the files of a folder, recursively; nothing if the folder does not exist. Skips temporary files, and files
 * deleted in the meantime.
 */
export async function* storedFiles(folder: string, prefix: string): AsyncGenerator<ArchiveEntry> {
  for (const item of await listFolder(folder)) {
    const path = join(folder, item.name)
    const name = `${prefix}/${item.name}`
    if (item.isDirectory()) yield* storedFiles(path, name)
    else if (!/\.(part|new|[0-9a-f-]{36})$/.test(item.name)) {
      const content = await ignoreMissing(readFile(path))
      if (content) yield { name, content }
    }
  }
}

async function listFolder(folder: string) {
  return (await ignoreMissing(readdir(folder, { withFileTypes: true }))) ?? []
}

async function ignoreMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
