import { join } from 'node:path'
import { diskStore, type FileStore } from './blob-store.ts'
import { type Bucket, bucketStore } from './bucket-store.ts'

interface StorePlace {
  dataDir: string
  /** Null keeps files below `dataDir`. */
  fileBucket: Bucket | null
}

/** Where a site keeps its files. */
export function openStore({ dataDir, fileBucket }: StorePlace): FileStore {
  return fileBucket ? bucketStore(fileBucket) : diskStore(join(dataDir, 'files'))
}
