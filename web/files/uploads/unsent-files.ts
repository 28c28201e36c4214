// Files whose form was not sent yet, on this device for a day: after the page is reloaded their uploads go on. Those of
// another person are deleted, and all of them at sign-out (web/offline/worker/caches.js).

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
const DATABASE = 'unsent-files'
const STORE = 'files'
const DAY_MS = 24 * 3_600_000

export async function saveFile(file: UnsentFile): Promise<void> {
  await inStore('readwrite', (store) => store.put(file))
  localStorage.setItem(FLAG, '1')
}

export async function removeFile(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id))
}

/** The person's files of a place, the oldest first. Deletes those that are too old or of other people. */
export async function listFiles(place: string, person: string | null): Promise<UnsentFile[]> {
  const all: UnsentFile[] = await inStore('readonly', (store) => store.getAll())
  const isOurs = ({ person: owner, addedAt }: UnsentFile) => owner === person && addedAt > Date.now() - DAY_MS
  for (const { id } of all.filter((file) => !isOurs(file))) await removeFile(id)
  const own = all.filter(isOurs)
  if (own.length === 0) localStorage.removeItem(FLAG)
  return own.filter((file) => file.place === place).toSorted((a, b) => a.addedAt - b.addedAt)
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction(STORE, mode)
      const request = work(change.objectStore(STORE))
      change.oncomplete = () => resolve(request.result)
      change.onabort = () => reject(change.error ?? request.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
