import type { Sharp } from 'sharp'
import { isFilm, isFilmType } from './films.ts'
import { averageColour, editPicture } from './picture-work.ts'
import { badFilm, badPicture, tooLarge, wrongType } from './refusals.ts'

export interface Content {
  bytes: Uint8Array
  /** Of the bytes as stored. */
  type: string
  /** For pictures, in pixels. */
  width?: number
  height?: number
  /** Their average, as six hexadecimal digits. */
  colour?: string
}

interface ContentRules {
  maxBytes: number
  types: string[]
  /** Pixels to which larger pictures are reduced; null keeps their size. */
  longestSide: number | null
}

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
  if (isFilmType(type) && !(await isFilm(bytes))) return badFilm()
  if (!picture) return type.startsWith('image/') ? wrongType(type) : { bytes, type }
  return encodeAnew(bytes, { ...picture, longestSide: rules.longestSide })
}

interface Stored {
  type: string
  encode: Encode
  longestSide: number | null
}

async function encodeAnew(bytes: Uint8Array, { type, encode, longestSide }: Stored): Promise<Content | Response> {
  try {
    const { data, info } = await editPicture(bytes, (picture) => {
      // Rotated as the camera's metadata says, because that metadata is dropped.
      const upright = picture.rotate()
      if (longestSide === null) return encode(upright)
      return encode(upright.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true }))
    })
    return { bytes: data, type, width: info.width, height: info.height, colour: await averageColour(data) }
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
