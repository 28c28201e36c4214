import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#platform/postgres/embedded/make-folder.ts'

/** The id of a folder; undefined if it has none. */
export async function readFolderId(folder: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
  return text.trim() || undefined
}

/** Assigns an id to a folder unless it has one, and returns it; concurrent calls agree on the first one. */
export async function createFolderId(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const unfinished = `${path}.${randomUUID()}`
  await makeFolder(dirname(folder))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(unfinished, `${randomUUID()}\n`, { mode: 0o600, flush: true })
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    return (await readFile(path, 'utf8')).trim()
  } finally {
    await rm(unfinished, { force: true })
  }
}
