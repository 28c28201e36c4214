import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores bytes. Names are made here, never taken from a caller. */
export interface BlobStore {
  /** Stores the bytes durably and returns their name: 32 hexadecimal digits. */
  write(bytes: Uint8Array): Promise<string>
  /** Null if there is nothing under that name. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  remove(name: string): Promise<void>
  /** Names of blobs older than `ageMs`. */
  listOlderThan(ageMs: number): AsyncIterable<string>
}

const NAME = /^[0-9a-f]{32}$/

/** A folder on disk, spread over 256 subfolders; several processes may share it. */
export function diskStore(folder: string): BlobStore {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error('Not the name of a blob')
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async write(bytes) {
      const name = randomBytes(16).toString('hex')
      const path = pathOf(name)
      await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 })
      // Under a temporary name until it is complete and on disk, so that after a crash no row points to half a file.
      const file = await open(`${path}.part`, 'wx', 0o600)
      try {
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(`${path}.part`, path)
      } catch (error) {
        // On a full disk, half a file would take the room that the next one needs.
        await rm(`${path}.part`, { force: true })
        throw error
      }
      return name
    },
    async read(name) {
      try {
        return new Uint8Array(await readFile(pathOf(name)))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async *listOlderThan(ageMs) {
      for (const part of await readdir(folder).catch(() => [])) {
        for (const file of await readdir(join(folder, part)).catch(() => [])) {
          const facts = await stat(join(folder, part, file)).catch(() => null)
          if (!facts || Date.now() - facts.mtimeMs < ageMs) continue
          if (NAME.test(file)) yield file
          else if (file.endsWith('.part')) await rm(join(folder, part, file), { force: true })
        }
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'
}
