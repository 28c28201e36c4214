import type { Sharp } from 'sharp'
import { badPicture, tooLarge, wrongType } from './refusals.ts'

export interface Content {
  bytes: Uint8Array
  /** Of the bytes as stored. */
  type: string
  /** For pictures, in pixels. */
  width?: number
  height?: number
}

interface ContentRules {
  maxBytes: number
  types: string[]
}

const MOST_PIXELS = 25_000_000
const MOST_PICTURE_BYTES = 5 * 1024 * 1024

type Encode = (picture: Sharp) => Sharp
/** How pictures of each type are stored; old and rare formats become WebP. */
const PICTURES: Record<string, { type: string; encode: Encode }> = {
  'image/jpeg': { type: 'image/jpeg', encode: (picture) => picture.jpeg({ quality: 82, mozjpeg: true }) },
  'image/png': { type: 'image/png', encode: (picture) => picture.png() },
  'image/webp': { type: 'image/webp', encode: (picture) => picture.webp({ quality: 82 }) },
  'image/avif': { type: 'image/webp', encode: (picture) => picture.webp({ quality: 82 }) },
  'image/gif': { type: 'image/webp', encode: (picture) => picture.webp({ quality: 82 }) },
}

/**
 * What is stored of an upload, or the refusal. The type is read from the bytes, whatever name and header say.
 * Pictures are re-encoded, which drops location, camera and anything hidden after the picture.
 */
export async function acceptContent(bytes: Uint8Array, rules: ContentRules): Promise<Content | Response> {
  if (bytes.length > rules.maxBytes) return tooLarge()
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? textTypeOf(bytes, rules.types)
  const picture = type ? PICTURES[type] : undefined
  if (!type || !rules.types.includes(picture?.type ?? type)) return wrongType(type ?? 'unknown')
  if (!picture) return type.startsWith('image/') ? wrongType(type) : { bytes, type }
  return bytes.length > MOST_PICTURE_BYTES ? tooLarge() : encodeAnew(bytes, picture)
}

async function encodeAnew(
  bytes: Uint8Array,
  { type, encode }: { type: string; encode: Encode },
): Promise<Content | Response> {
  // Loaded by the first picture, for the sake of the memory that its native library takes.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    // Rotated as the camera's metadata says, because that metadata is dropped.
    const { data, info } = await encode(picture.rotate()).timeout({ seconds: 20 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, type, width: info.width, height: info.height }
  } catch {
    return badPicture()
  }
}

/** Plain text has no signature: valid UTF-8 counts as the text type that the bucket accepts. */
function textTypeOf(bytes: Uint8Array, types: string[]): string | undefined {
  const wanted = types.find((type) => type === 'text/plain' || type === 'text/csv')
  if (!wanted || bytes.includes(0)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^\s*</.test(text) ? undefined : wanted
  } catch {
    return undefined
  }
}
