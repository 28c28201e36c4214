// Files whose form was not sent yet, on this device for a day: after the page is reloaded their uploads go on. Those of
// another person are deleted, and all of them at sign-out (web/offline/worker/caches.js).

import { openDeviceStore } from '#web/device-store.ts'
import { FLAG } from './field-upload.ts'

export interface UnsentFile {
  id: string
  /** The page and its field. */
  place: string
  person: string
  file: File
  /** The object's name in the bucket. */
  name: string
  /** The address of the upload; null before it has begun. */
  address: string | null
  isStored: boolean
  addedAt: number
}

/** The same name as in web/offline/worker/caches.js. */
const stored = openDeviceStore({ database: 'unsent-files', store: 'files' })
const DAY_MS = 24 * 3_600_000

export async function saveFile(file: UnsentFile): Promise<void> {
  await stored.run('readwrite', (store) => store.put(file))
  localStorage.setItem(FLAG, '1')
}

export async function removeFile(id: string): Promise<void> {
  await stored.run('readwrite', (store) => store.delete(id))
}

/** The person's files of a place, the oldest first. Deletes those that are too old or of other people. */
export async function listFiles(place: string, person: string | null): Promise<UnsentFile[]> {
  const all: UnsentFile[] = await stored.run('readonly', (store) => store.getAll())
  const isOurs = ({ person: owner, addedAt }: UnsentFile) => owner === person && addedAt > Date.now() - DAY_MS
  for (const { id } of all.filter((file) => !isOurs(file))) await removeFile(id)
  const own = all.filter(isOurs)
  if (own.length === 0) localStorage.removeItem(FLAG)
  return own.filter((file) => file.place === place).toSorted((a, b) => a.addedAt - b.addedAt)
}
