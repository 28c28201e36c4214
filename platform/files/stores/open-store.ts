import { join } from 'node:path'
import { diskStore, type FileStore } from './blob-store.ts'
import { bucketStore, type S3Bucket } from './bucket-store.ts'

interface StoreOptions {
  dataDir: string
  /** Null stores files in `dataDir`. */
  fileBucket: S3Bucket | null
}

/** Opens the store that is configured. */
export function openStore({ dataDir, fileBucket }: StoreOptions): FileStore {
  return fileBucket ? bucketStore(fileBucket) : diskStore(join(dataDir, 'files'))
}
