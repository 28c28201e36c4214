import type { Sharp } from 'sharp'
import { TooBusy, type Turns } from '#platform/http/turns.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { download } from './download.ts'
import { findBucket, findObject, type ObjectPath, type StoredObject } from './objects.ts'
import { editPicture } from './picture-work.ts'
import { noBucket, notFound, refusal, wrongType } from './refusals.ts'
import type { FileDependencies } from './upload.ts'
import { findVariant, keepVariant, type Variant, type WantedVariant } from './variants.ts'

/** Narrow to wide; what is asked between two is given the wider. */
const WIDTHS = [96, 240, 480, 960] as const

const ENCODE: Record<string, (picture: Sharp) => Sharp> = {
  'image/avif': (picture) => picture.avif({ quality: 50, effort: 3 }),
  'image/webp': (picture) => picture.webp({ quality: 72 }),
  'image/jpeg': (picture) => picture.flatten({ background: 'white' }).jpeg({ quality: 76, mozjpeg: true }),
  'image/png': (picture) => picture.png({ palette: true }),
}

interface RenderCall {
  request: Request
  url: URL
  path: ObjectPath
}

/**
 * Answers `/render/image/public/{bucket}/{name}?width=&format=&quality=`: a picture of a public bucket in one of four widths and
 * up to four forms, made when it is first asked for and kept. Each form has one quality, whatever is asked for.
 */
export function createRender({ database, store, pictureWork }: FileDependencies & { pictureWork: Turns }) {
  const beingMade = new Map<string, Promise<Variant | null>>()

  return async ({ request, url, path }: RenderCall): Promise<Response> => {
    const wanted = readWanted(request, url)
    if (wanted instanceof Response) return wanted
    const [bucket, object] = await Promise.all([findBucket(database, path.bucket), findObject(database, SERVICE, path)])
    if (!bucket?.public) return noBucket()
    if (!object) return notFound()
    const { mimetype } = object.metadata
    if (!ENCODE[mimetype]) return wrongType(mimetype)
    const variant = { object, width: wanted.width, type: wanted.type ?? mimetype }
    try {
      const kept = (await findVariant(database, variant)) ?? (await makeOnce(variant))
      if (!kept) return notFound()
      return varied(await download(store, { request, object: shownAs(variant, kept), shared: true }), wanted)
    } catch (error) {
      if (!(error instanceof TooBusy)) throw error
      // Too large is better than nothing, but only this time.
      const answer = await download(store, { request, object, shared: true })
      answer.headers.set('cache-control', 'no-store')
      return answer
    }
  }

  /** Many ask at once for a new picture: the first has it made. */
  function makeOnce(variant: WantedVariant): Promise<Variant | null> {
    const key = `${variant.object.blob} ${variant.width} ${variant.type}`
    const running =
      beingMade.get(key) ?? pictureWork('variants', () => make(variant)).finally(() => beingMade.delete(key))
    beingMade.set(key, running)
    return running
  }

  async function make(variant: WantedVariant): Promise<Variant | null> {
    const original = await store.read(variant.object.blob)
    const encode = ENCODE[variant.type]
    if (!original || !encode) return null
    const narrow = (picture: Sharp) => encode(picture.resize({ width: variant.width, withoutEnlargement: true }))
    const { data } = await editPicture(original, narrow)
    return keepVariant({ database, store }, { ...variant, bytes: data })
  }
}

const shownAs = ({ object, width, type }: WantedVariant, { blob, size }: Variant): StoredObject => {
  const { metadata } = object
  const eTag = `${metadata.eTag.replace(/"$/, '')}-${width}-${type.slice('image/'.length)}"`
  return { ...object, blob, metadata: { ...metadata, mimetype: type, size, eTag } }
}

interface Wanted {
  width: number
  /** Null for the original's own. */
  type: string | null
  negotiated: boolean
}

function varied(answer: Response, { negotiated }: Wanted): Response {
  if (negotiated) answer.headers.append('vary', 'Accept')
  return answer
}

function readWanted(request: Request, url: URL): Wanted | Response {
  const asked = url.searchParams
  const number = (name: string) => (/^\d{1,4}$/.test(asked.get(name) ?? '') ? Number(asked.get(name)) : Number.NaN)
  const width = asked.has('width') ? number('width') : WIDTHS[3]
  if (!(width >= 1)) return badTransform('width must be a number of pixels')
  if (asked.has('quality') && !(number('quality') >= 20 && number('quality') <= 100))
    return badTransform('quality must be a number from 20 to 100')
  if (asked.has('height')) return badTransform('height cannot be chosen: pictures keep their shape')
  const format = asked.get('format')
  const type = format === null ? acceptedType(request) : FORMATS[format]
  if (type === undefined) return badTransform('format must be origin, avif, webp or jpeg')
  return { width: WIDTHS.find((offered) => offered >= width) ?? WIDTHS[3], type, negotiated: format === null }
}

const FORMATS: Record<string, string | null> = {
  origin: null,
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
}

/** What public clients expect who name no format. */
const acceptedType = (request: Request) =>
  (request.headers.get('accept') ?? '').includes('image/webp') ? 'image/webp' : null

const badTransform = (message: string) => refusal(400, 'invalid_request', message)
