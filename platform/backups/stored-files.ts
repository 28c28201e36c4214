import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../postgres/fault.ts'
import type { Entry } from './tar.ts'

/** Everything in a folder and its folders, but for what is still being written or goes away meanwhile; nothing if there is no such folder. */
export async function* storedFiles(folder: string, prefix: string): AsyncGenerator<Entry> {
  for (const item of await listed(folder)) {
    const path = join(folder, item.name)
    const name = `${prefix}/${item.name}`
    if (item.isDirectory()) yield* storedFiles(path, name)
    else if (!/\.(part|new|[0-9a-f-]{36})$/.test(item.name)) {
      const content = await unlessGone(readFile(path))
      if (content) yield { name, content }
    }
  }
}

async function listed(folder: string) {
  return (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
