import type { Sharp } from 'sharp'
import { SERVICE } from '#platform/postgres/database.ts'
import { type ConcurrencyLimiter, TooBusy } from '#platform/queues/concurrency-limiter.ts'
import { download } from './download.ts'
import { editPicture } from './edit-picture.ts'
import { findBucket, findObject, type ObjectPath, type StoredObject } from './objects.ts'
import { noBucket, notFound, refusal, wrongType } from './refusals.ts'
import type { FileDependencies } from './upload.ts'
import { findVariant, storeVariant, type Variant, type VariantKey } from './variants.ts'

/** Ascending; a requested width is rounded up to one of these. */
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
 * Handles `/render/image/public/{bucket}/{name}?width=&format=&quality=`: renders a picture of a public bucket in one
 * of four widths and up to four formats, on first request, and stores it. The quality is fixed per format, whatever is
 * requested.
 */
export function createRender({
  database,
  store,
  pictureQueue,
}: FileDependencies & { pictureQueue: ConcurrencyLimiter }) {
  const inFlight = new Map<string, Promise<Variant | null>>()

  return async ({ request, url, path }: RenderCall): Promise<Response> => {
    const options = parseOptions(request, url)
    if (options instanceof Response) return options
    const [bucket, object] = await Promise.all([findBucket(database, path.bucket), findObject(database, SERVICE, path)])
    if (!bucket?.public) return noBucket()
    if (!object) return notFound()
    const { mimetype } = object.metadata
    if (!ENCODE[mimetype]) return wrongType(mimetype)
    const variant = { object, width: options.width, type: options.type ?? mimetype }
    try {
      const stored = (await findVariant(database, variant)) ?? (await renderOnce(variant))
      if (!stored) return notFound()
      return withVary(await download(store, { request, object: variantObject(variant, stored), shared: true }), options)
    } catch (error) {
      if (!(error instanceof TooBusy)) throw error
      // Sends the original instead, uncached: a picture that is too large is better than none.
      const response = await download(store, { request, object, shared: true })
      response.headers.set('cache-control', 'no-store')
      return response
    }
  }

  /** Coalesces concurrent requests for the same variant. */
  function renderOnce(variant: VariantKey): Promise<Variant | null> {
    const key = `${variant.object.blob} ${variant.width} ${variant.type}`
    const running =
      inFlight.get(key) ?? pictureQueue('variants', () => renderVariant(variant)).finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }

  async function renderVariant(variant: VariantKey): Promise<Variant | null> {
    // Another request may have stored it after this one looked and before this one's turn.
    const stored = await findVariant(database, variant)
    if (stored) return stored
    const original = await store.read(variant.object.blob)
    const encode = ENCODE[variant.type]
    if (!original || !encode) return null
    const narrow = (picture: Sharp) => encode(picture.resize({ width: variant.width, withoutEnlargement: true }))
    const { data } = await editPicture(original, narrow)
    return storeVariant({ database, store }, { ...variant, bytes: data })
  }
}

const variantObject = ({ object, width, type }: VariantKey, { blob, size }: Variant): StoredObject => {
  const { metadata } = object
  const eTag = `${metadata.eTag.replace(/"$/, '')}-${width}-${type.slice('image/'.length)}"`
  return { ...object, blob, metadata: { ...metadata, mimetype: type, size, eTag } }
}

interface RenderOptions {
  width: number
  /** Null keeps the original's type. */
  type: string | null
  negotiated: boolean
}

function withVary(response: Response, { negotiated }: RenderOptions): Response {
  if (negotiated) response.headers.append('vary', 'Accept')
  return response
}

function parseOptions(request: Request, url: URL): RenderOptions | Response {
  const query = url.searchParams
  const number = (name: string) => (/^\d{1,4}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : Number.NaN)
  const width = query.has('width') ? number('width') : WIDTHS[3]
  if (!(width >= 1)) return badTransform('width must be a number of pixels')
  if (query.has('quality') && !(number('quality') >= 20 && number('quality') <= 100))
    return badTransform('quality must be a number from 20 to 100')
  if (query.has('height')) return badTransform('height cannot be chosen: pictures keep their shape')
  const format = query.get('format')
  const type = format === null ? acceptedType(request) : FORMATS.get(format)
  if (type === undefined) return badTransform('format must be origin, avif, webp or jpeg')
  return { width: WIDTHS.find((available) => available >= width) ?? WIDTHS[3], type, negotiated: format === null }
}

const FORMATS = new Map<string, string | null>([
  ['origin', null],
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpeg', 'image/jpeg'],
])

/** The type for clients that name no format, as Supabase's API negotiates it. */
const acceptedType = (request: Request) =>
  (request.headers.get('accept') ?? '').includes('image/webp') ? 'image/webp' : null

const badTransform = (message: string) => refusal(400, 'invalid_request', message)
