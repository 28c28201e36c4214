import { readObjectPath } from '#platform/files/object-name.ts'
import { findBucket, findObject } from '#platform/files/objects.ts'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

interface Photos {
  database: Database
  store: BlobStore
}

interface PhotoSize {
  width: number
  height: number
}

const PUBLIC_OBJECTS = '/storage/v1/object/public'
const MAX_BYTES = 10_000_000
/** A phone's photograph has 12 to 50 million pixels; a larger image may be a decompression bomb. */
const MAX_PIXELS = 50_000_000
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'heif']

/**
 * Reads a photograph from our own storage as a JPEG that fills `size`. Null for any other URL, and for files that are
 * no image, too large, or corrupt. Never fetches a URL.
 */
export async function readPhoto(photos: Photos, imageUrl: string | null, size: PhotoSize): Promise<Buffer | null> {
  if (!imageUrl?.startsWith(`${PUBLIC_OBJECTS}/`)) return null
  const path = readObjectPath(imageUrl.slice(PUBLIC_OBJECTS.length).replace(/[?#].*$/s, ''))
  const bucket = path && (await findBucket(photos.database, path.bucket))
  if (!path || !bucket?.public) return null
  // Everything in a public bucket is public, so it is read as the service.
  const object = await findObject(photos.database, SERVICE, path)
  if (!object || object.metadata.size > MAX_BYTES) return null
  const bytes = await photos.store.read(object.blob)
  return bytes && (await resizeToFill(bytes, size).catch(() => null))
}

async function resizeToFill(bytes: Uint8Array, { width, height }: PhotoSize): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  const { format } = await picture.metadata()
  if (!FORMATS.includes(format)) return null
  return picture
    .rotate()
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#efdfbd' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
