import type { Api } from '#api/api.ts'
import { pictureTexts } from '#domain/texts/pictures.ts'
import { PHOTO_FILE, PHOTO_KEPT } from '#web/ui/picture-field.tsx'

const BUCKET = 'pictures'
const YEAR_SECONDS = 31_536_000
/** What a picture field adds at once; more are refused by the product anyway. */
const MOST_AT_ONCE = 6

interface Keeper {
  api: Api
  userId: string | null
}

/** Stores the photographs that a form brings and puts their addresses in their place: refused forms show them again. */
export async function keepPictures(keeper: Keeper, form: FormData): Promise<{ fault: string | null }> {
  const files = form.getAll(PHOTO_FILE).filter((file) => file instanceof File && file.size > 0) as File[]
  form.delete(PHOTO_FILE)
  let fault: string | null = null
  for (const file of files.slice(0, MOST_AT_ONCE)) {
    const kept = await keepPicture(keeper, file)
    if ('fault' in kept) fault = kept.fault
    else if (!form.getAll(PHOTO_KEPT).includes(kept.address)) form.append(PHOTO_KEPT, kept.address)
  }
  return { fault }
}

/**
 * Stores a photograph in its owner's folder. It is named for its content, so that one that is sent twice is kept once and its
 * address can be cached for good.
 */
export async function keepPicture(
  { api, userId }: Keeper,
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

/** The name in the bucket, from an address; null for what is stored nowhere. */
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
