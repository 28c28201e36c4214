import type { Api } from '#api/api.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { PHOTO_FILE } from '#web/files/pictures/photo-field.tsx'
import { PHOTO_FIELD } from '#web/files/pictures/picture-field.tsx'
import { storeUploads } from '#web/files/uploads/store-uploads.ts'
import { hashOfPicture, pictureAddress } from '#web/files/uploads/stored-picture.ts'
import { uploadFault } from '#web/files/uploads/upload-faults.ts'

const BUCKET = 'pictures'
const YEAR_SECONDS = 31_536_000
/** Maximum number of photos stored per request; the product's own limit is the same. */
const MAX_PER_REQUEST = 6

interface PictureOwner {
  api: Api
  userId: string | null
}

/**
 * Stores the photos of a form that was sent without scripts, and replaces them with their URLs, so that a rejected form
 * can show them again. A photo's name is a hash of its content: a repeated one is stored once, and the URL can be cached
 * indefinitely.
 */
export async function storePictures(
  { api, userId }: PictureOwner,
  form: FormData,
): Promise<{ fault: TranslatableText | null }> {
  const stored = await storeUploads(api, form, {
    field: PHOTO_FILE,
    bucket: BUCKET,
    userId,
    nameOf: hashOfPicture,
    maxAgeSeconds: YEAR_SECONDS,
    most: MAX_PER_REQUEST,
  })
  form.delete(PHOTO_FILE)
  for (const name of stored.names) {
    const colour = (await api.files.describe({ bucket: BUCKET, name }))?.colour
    const address = pictureAddress({ name, colour })
    if (!form.getAll(PHOTO_FIELD).includes(address)) form.append(PHOTO_FIELD, address)
  }
  return { fault: stored.status === null ? null : uploadFault(BUCKET, stored.status) }
}

/** The object's name in the bucket from its URL; null if it is not a stored photo. */
export function picturePath(address: string): string | null {
  return (
    /^\/storage\/v1\/object\/public\/pictures\/([0-9a-f-]{36}\/[\w.-]{1,200})(#[0-9a-f]{6})?$/.exec(address)?.[1] ??
    null
  )
}
