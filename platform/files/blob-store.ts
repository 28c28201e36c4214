import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { markFolder, readFolderMark } from './folder-mark.ts'

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

/** A store as the operator has chosen it, with the mark that ties it to the database whose rows name its blobs. */
export interface FileStore extends BlobStore {
  /** The folder or the bucket's address. */
  place: string
  /** Undefined without one. */
  readMark(): Promise<string | undefined>
  /** Marks a store that has no mark yet; two processes that do so at once agree on the first one's. */
  mark(): Promise<string>
}

/** The store cannot be reached or refuses everything: the same call may succeed later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

const NAME = /^[0-9a-f]{32}$/
/** Beside the blobs. */
export const MARK = 'database-mark'

export const newName = () => randomBytes(16).toString('hex')

/** The path of a blob within its store, spread over 256 folders. */
export function keyOf(name: string): string {
  if (!NAME.test(name)) throw new Error('Not the name of a blob')
  return `${name.slice(0, 2)}/${name}`
}

/** The blob under this path; undefined for whatever else may lie there. */
export function nameIn(key: string): string | undefined {
  const name = key.slice(3)
  return NAME.test(name) && key === keyOf(name) ? name : undefined
}

/** Removes what no row names any more. What cannot be removed now is swept away later. */
export async function discard(store: BlobStore, name: string): Promise<void> {
  await store.remove(name).catch(() => undefined)
}

/** A folder on disk; several processes may share it. */
export function diskStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, keyOf(name))
  return {
    place: folder,
    readMark: () => readFolderMark(folder, MARK),
    mark: () => markFolder(folder, MARK),
    async write(bytes) {
      const name = newName()
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
