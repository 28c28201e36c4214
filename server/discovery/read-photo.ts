import type { BlobStore } from '#platform/files/blob-store.ts'
import { readObjectPath } from '#platform/files/object-name.ts'
import { findBucket, findObject } from '#platform/files/objects.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

interface Photos {
  database: Database
  store: BlobStore
}

interface PhotoSize {
  width: number
  height: number
}

const STORED = '/storage/v1/object/public'
const MOST_BYTES = 10_000_000
/** A phone's photograph has 12 to 50 million; more is made to fill a memory. */
const MOST_PIXELS = 50_000_000
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'heif']

/**
 * A photograph from our own storage as a JPEG that fills this size; null for any other address, and for what is no picture, too
 * large, or broken. No address is ever fetched.
 */
export async function readPhoto(photos: Photos, imageUrl: string | null, size: PhotoSize): Promise<Buffer | null> {
  if (!imageUrl?.startsWith(`${STORED}/`)) return null
  const path = readObjectPath(imageUrl.slice(STORED.length).replace(/[?#].*$/s, ''))
  const bucket = path && (await findBucket(photos.database, path.bucket))
  if (!path || !bucket?.public) return null
  // Of public buckets, everybody may read everything.
  const object = await findObject(photos.database, SERVICE, path)
  if (!object || object.metadata.size > MOST_BYTES) return null
  const bytes = await photos.store.read(object.blob)
  return bytes && (await filled(bytes, size).catch(() => null))
}

async function filled(bytes: Uint8Array, { width, height }: PhotoSize): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
  const { format } = await picture.metadata()
  if (!FORMATS.includes(format)) return null
  return picture
    .rotate()
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#efdfbd' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
