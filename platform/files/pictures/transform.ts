import type { Sharp } from 'sharp'
import { refusal } from '../refusals.ts'

/** Encoders by media type; `quality` is 1 to 100, or undefined for the one of each format. */
export const ENCODE: Record<string, (picture: Sharp, quality?: number) => Sharp> = {
  'image/avif': (picture, quality = 50) => picture.avif({ quality, effort: 3 }),
  'image/webp': (picture, quality = 72) => picture.webp({ quality }),
  'image/jpeg': (picture, quality = 76) => picture.flatten({ background: 'white' }).jpeg({ quality, mozjpeg: true }),
  'image/png': (picture) => picture.png({ palette: true }),
}

const FORMATS = new Map<string, string | null>([
  ['origin', null],
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpeg', 'image/jpeg'],
])

const MAX_SIDE_PIXELS = 2_500

export interface Transform {
  width: number | undefined
  height: number | undefined
  resize: 'cover' | 'contain' | 'fill'
  quality: number | undefined
  /** Null keeps the original's type. */
  type: string | null
  /** Whether the type follows from the request's Accept header. */
  negotiated: boolean
}

/** The picture that a query asks for, or the response that rejects it. */
export function parseTransform(
  request: Request,
  query: URLSearchParams,
  maxSide = MAX_SIDE_PIXELS,
): Transform | Response {
  const number = (name: string) => (/^\d{1,4}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : Number.NaN)
  const [width, height, quality] = ['width', 'height', 'quality'].map((name) =>
    query.has(name) ? number(name) : undefined,
  )
  for (const side of [width, height])
    if (side !== undefined && !(side >= 1 && side <= maxSide))
      return badTransform(`width and height must be numbers of pixels, at most ${maxSide}`)
  if (quality !== undefined && !(quality >= 20 && quality <= 100))
    return badTransform('quality must be a number from 20 to 100')
  const resize = query.get('resize') ?? 'cover'
  if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill')
    return badTransform('resize must be cover, contain or fill')
  const format = query.get('format')
  const type = format === null ? acceptedType(request) : FORMATS.get(format)
  if (type === undefined) return badTransform('format must be origin, avif, webp or jpeg')
  return { width, height, resize, quality, type, negotiated: format === null }
}

/** The type for clients that name no format, as Supabase's API negotiates it. */
const acceptedType = (request: Request) =>
  (request.headers.get('accept') ?? '').includes('image/webp') ? 'image/webp' : null

export const badTransform = (message: string) => refusal(400, 'invalid_request', message)

const NAMES = ['width', 'height', 'resize', 'quality', 'format']

/** The transform of a signing request as the query that its token carries; undefined if there is none. */
export function transformQuery(transform: Record<string, string | number> | null | undefined) {
  const entries = Object.entries(transform ?? {}).map(([name, value]) => [name, String(value)])
  if (entries.length === 0) return undefined
  if (entries.some(([name = '']) => !NAMES.includes(name)))
    return badTransform(`transform may have ${NAMES.join(', ')}`)
  const query = new URLSearchParams(entries)
  const parsed = parseTransform(new Request('http://localhost/'), query)
  return parsed instanceof Response ? parsed : query.toString()
}
