// Hand-overs that were written down without a network, on this device until they are sent (docs/decisions/0108). They
// hold no names: the saved day has those, and it is deleted at sign-out.

import type { HandOverLineInput } from '#api/commands/hand-overs.ts'

export interface OutboxAct {
  /** Sent with the act, so that it counts once. */
  id: string
  /** Its acts are shown to this person alone, and sent only while they are signed in. */
  person: string
  orders: number[]
  goods: { hand_over_id: string; lines: HandOverLineInput[] | null }[]
  code: string
  token: string | null
  acted_at: string
  /** The code was recognised on this device. */
  isChecked: boolean
  /** Null: not sent yet. Otherwise why it did not count, until the person has read it. */
  fault: string | null
}

const STORE = 'acts'

/** Rejects if the device has no space left: then nothing is written down, and the person is told. */
export const addAct = (act: OutboxAct): Promise<unknown> => inStore('readwrite', (store) => store.add(act))

export const saveAct = (act: OutboxAct): Promise<unknown> => inStore('readwrite', (store) => store.put(act))

export const removeAct = (id: string): Promise<unknown> => inStore('readwrite', (store) => store.delete(id))

/** A person's acts, the oldest first, and the number of those of others. */
export async function listActs(person: string): Promise<{ acts: OutboxAct[]; others: number }> {
  if (!('indexedDB' in globalThis)) return { acts: [], others: 0 }
  const all: OutboxAct[] = await inStore('readonly', (store) => store.getAll()).catch(() => [])
  const own = all.filter((act) => act.person === person)
  return {
    acts: own.toSorted((a, b) => a.acted_at.localeCompare(b.acted_at)),
    others: all.filter((act) => act.person !== person && act.fault === null).length,
  }
}

/** Resolves once the change is written to the disk, and not before. */
async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(change.objectStore(STORE))
      change.oncomplete = () => resolve(request.result)
      change.onabort = () => reject(change.error ?? request.error)
      change.onerror = () => reject(change.error ?? request.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('outbox', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
