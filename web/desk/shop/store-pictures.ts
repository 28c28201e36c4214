import type { Api } from '#api/api.ts'
import { pictureTexts } from '#domain/texts/pictures.ts'
import { PHOTO_FIELD, PHOTO_FILE } from '#web/ui/fields/picture-field.tsx'

const BUCKET = 'pictures'
const YEAR_SECONDS = 31_536_000
/** Maximum number of photos stored per request; the product's own limit is the same. */
const MAX_PER_REQUEST = 6

interface PictureOwner {
  api: Api
  userId: string | null
}

/** Stores a form's uploaded photos and replaces them with their URLs, so that a rejected form can show them again. */
export async function storePictures(owner: PictureOwner, form: FormData): Promise<{ fault: string | null }> {
  const files = form.getAll(PHOTO_FILE).filter((file) => file instanceof File && file.size > 0) as File[]
  form.delete(PHOTO_FILE)
  let fault: string | null = null
  for (const file of files.slice(0, MAX_PER_REQUEST)) {
    const stored = await storePicture(owner, file)
    if ('fault' in stored) fault = stored.fault
    else if (!form.getAll(PHOTO_FIELD).includes(stored.address)) form.append(PHOTO_FIELD, stored.address)
  }
  return { fault }
}

/**
 * Stores a photo in its owner's folder. Its name is a hash of its content, so that a repeated upload is stored once and
 * the URL can be cached indefinitely.
 */
export async function storePicture(
  { api, userId }: PictureOwner,
  file: Blob,
): Promise<{ address: string } | { fault: string; status: number }> {
  if (!userId) return { fault: pictureTexts.signedOut, status: 401 }
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const hash = [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const at = { bucket: BUCKET, name: `${userId}/${hash}` }
  const refused = await api.files.put(at, file, { maxAgeSeconds: YEAR_SECONDS })
  const stored = refused === null || refused === 409 ? await api.files.describe(at) : null
  if (!stored) return { fault: faultOf(refused), status: refused || 503 }
  return { address: `/storage/v1/object/public/${BUCKET}/${at.name}${stored.colour ? `#${stored.colour}` : ''}` }
}

/** The object's name in the bucket from its URL; null if it is not a stored photo. */
export function picturePath(address: string): string | null {
  return (
    /^\/storage\/v1\/object\/public\/pictures\/([0-9a-f-]{36}\/[\w.-]{1,200})(#[0-9a-f]{6})?$/.exec(address)?.[1] ??
    null
  )
}

const FAULTS: Record<number, string> = {
  403: pictureTexts.forbidden,
  409: pictureTexts.tooMany,
  413: pictureTexts.tooLarge,
  415: pictureTexts.noPicture,
  422: pictureTexts.unreadable,
}

const faultOf = (status: number | null): string => FAULTS[status ?? 0] ?? pictureTexts.notNow
