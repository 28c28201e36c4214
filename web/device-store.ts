/** Rows with an `id` in a database of the browser (IndexedDB). */
interface DeviceStore {
  /** Resolves once the change is done. Rejects if the device has no space left. */
  run<Value>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value>
}

/** `isStrict`: a change is done once it is written to the disk, and not before. */
export function openDeviceStore({
  database: name,
  store: storeName,
  isStrict = false,
}: {
  database: string
  store: string
  isStrict?: boolean
}): DeviceStore {
  function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }

  return {
    async run(mode, work) {
      const database = await open()
      try {
        return await new Promise((resolve, reject) => {
          const change = database.transaction(storeName, mode, isStrict ? { durability: 'strict' } : {})
          const request = work(change.objectStore(storeName))
          change.oncomplete = () => resolve(request.result)
          change.onabort = () => reject(change.error ?? request.error)
          change.onerror = () => reject(change.error ?? request.error)
        })
      } finally {
        database.close()
      }
    },
  }
}
