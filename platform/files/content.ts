import type { Sharp } from 'sharp'
import { averageColour, editPicture } from './pictures/edit-picture.ts'
import { badPicture, badVideo, tooLarge, wrongType } from './refusals.ts'
import { isPlayableVideo, isVideoType } from './video.ts'

export interface Content {
  bytes: Uint8Array
  /** Media type of the stored bytes. */
  type: string
  /** Pixels; for pictures only. */
  width?: number
  height?: number
  /** Average colour of a picture, six hexadecimal digits. */
  colour?: string
}

interface ContentRules {
  maxBytes: number
  types: string[]
  /** Larger pictures are scaled down to this many pixels; null keeps their size. */
  longestSide: number | null
}

type Encode = (picture: Sharp) => Sharp
/** How pictures are stored, by uploaded type; GIF and AVIF become WebP. */
const PICTURES: Record<string, { type: string; encode: Encode }> = {
  'image/jpeg': { type: 'image/jpeg', encode: (picture) => picture.jpeg({ quality: 82, mozjpeg: true }) },
  'image/png': { type: 'image/png', encode: (picture) => picture.png() },
  'image/webp': { type: 'image/webp', encode: (picture) => picture.webp({ quality: 82 }) },
  'image/avif': { type: 'image/webp', encode: (picture) => picture.webp({ quality: 82 }) },
  'image/gif': { type: 'image/webp', encode: (picture) => picture.webp({ quality: 82 }) },
}

/**
 * Returns the content to store for an upload, or an error response. The type is detected from the bytes, regardless of
 * file name and headers. Pictures are re-encoded, which drops location, camera data and anything appended to the
 * picture.
 */
export async function acceptContent(bytes: Uint8Array, rules: ContentRules): Promise<Content | Response> {
  if (bytes.length > rules.maxBytes) return tooLarge()
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? textTypeOf(bytes, rules.types)
  const picture = type ? PICTURES[type] : undefined
  if (!type || !isAllowedType(rules.types, picture?.type ?? type)) return wrongType(type ?? 'unknown')
  if (isVideoType(type) && !(await isPlayableVideo(bytes))) return badVideo()
  if (!picture) return type.startsWith('image/') ? wrongType(type) : { bytes, type }
  return reencode(bytes, { ...picture, longestSide: rules.longestSide })
}

/** Whether a bucket's list holds a media type, itself or as `image/*`. */
export const isAllowedType = (types: string[], type: string): boolean =>
  types.some((allowed) => allowed === type || allowed === '*/*' || allowed === `${type.split('/')[0]}/*`)

interface EncodeOptions {
  type: string
  encode: Encode
  longestSide: number | null
}

async function reencode(bytes: Uint8Array, { type, encode, longestSide }: EncodeOptions): Promise<Content | Response> {
  try {
    const { data, info } = await editPicture(bytes, (picture) => {
      // Applies the EXIF orientation, because the metadata is dropped.
      const upright = picture.rotate()
      if (longestSide === null) return encode(upright)
      return encode(upright.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true }))
    })
    return { bytes: data, type, width: info.width, height: info.height, colour: await averageColour(data) }
  } catch {
    return badPicture()
  }
}

/** Text has no magic number: valid UTF-8 counts as the first text type that the bucket accepts. */
function textTypeOf(bytes: Uint8Array, types: string[]): string | undefined {
  if (bytes.includes(0) || !TEXT_TYPES.some((type) => isAllowedType(types, type))) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (/^\s*</.test(text)) return undefined
    const named = types.find((type) => TEXT_TYPES.includes(type)) ?? 'text/plain'
    if (named === 'application/json') JSON.parse(text)
    return named
  } catch {
    return undefined
  }
}

const TEXT_TYPES = ['text/plain', 'text/csv', 'application/json']
