import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Sharp } from 'sharp'
import { SERVICE } from '#platform/postgres/database.ts'
import { type ConcurrencyLimiter, TooBusy } from '#platform/queues/concurrency-limiter.ts'
import { download } from '../download.ts'
import { findBucket, findObject, type ObjectPath, type StoredObject } from '../objects.ts'
import { busy, noBucket, notFound, wrongType } from '../refusals.ts'
import type { FileDependencies } from '../upload.ts'
import { editPicture } from './edit-picture.ts'
import { badTransform, ENCODE, parseTransform, type Transform } from './transform.ts'
import { findVariant, storeVariant, type Variant, type VariantKey } from './variants.ts'

/** Ascending; a requested width is rounded up to one of these. */
const WIDTHS = [96, 240, 480, 960] as const

interface RenderCall {
  request: Request
  url: URL
  path: ObjectPath
}

interface ExactCall {
  request: Request
  /** The transform's options. */
  query: URLSearchParams
  object: StoredObject
  /** For fairness: one caller's pictures do not delay another's. */
  group: string
}

/** Renders pictures in other sizes and formats. */
export interface Render {
  shared(call: RenderCall): Promise<Response>
  exact(call: ExactCall): Promise<Response>
}

type RenderDependencies = FileDependencies & { pictureQueue: ConcurrencyLimiter }

export function createRender(dependencies: RenderDependencies): Render {
  return { shared: createSharedRender(dependencies), exact: createExactRender(dependencies) }
}

/**
 * Handles `/render/image/public/{bucket}/{name}?width=&format=&quality=`: renders a picture of a public bucket in one
 * of four widths and up to four formats, on first request, and stores it. The quality is fixed per format, whatever is
 * requested.
 */
function createSharedRender({ database, store, pictureQueue }: RenderDependencies): Render['shared'] {
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

/** Memory for pictures that were rendered exactly: a page that is opened again shows the same ones. */
const CACHE_BYTES = 16 * 1024 * 1024

/**
 * Renders a picture that the caller may read exactly as asked, and stores nothing: the combinations have no end, so only
 * the latest are in memory. The blob is part of the key, and access is checked before.
 */
function createExactRender({ store, pictureQueue }: RenderDependencies): Render['exact'] {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  })

  return async ({ request, query, object, group }) => {
    const transform = parseTransform(request, query)
    if (transform instanceof Response) return transform
    const { mimetype } = object.metadata
    const type = transform.type ?? mimetype
    const encode = ENCODE[type]
    if (!ENCODE[mimetype] || !encode) return wrongType(mimetype)
    const { width, height, resize, quality } = transform
    const key = [object.blob, type, width, height, resize, quality].join(' ')
    let bytes = cache.get(key)
    if (!bytes) {
      const original = await store.read(object.blob)
      if (!original) return notFound()
      const edit = (picture: Sharp) =>
        encode(picture.resize({ width, height, fit: FITS[resize], withoutEnlargement: true }), quality)
      try {
        bytes = new Uint8Array((await pictureQueue(group, () => editPicture(original, edit))).data)
      } catch (error) {
        if (error instanceof TooBusy) return busy()
        throw error
      }
      cache.set(key, bytes)
    }
    return sendExact({ request, object, bytes, type, transform })
  }
}

const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

interface ExactPicture {
  request: Request
  object: StoredObject
  bytes: Uint8Array<ArrayBuffer>
  type: string
  transform: Transform
}

async function sendExact({ request, object, bytes, type, transform }: ExactPicture): Promise<Response> {
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const metadata = { ...object.metadata, mimetype: type, size: bytes.length, eTag: `"${tag}"` }
  const source = { read: async () => bytes }
  const response = await download(source, { request, object: { ...object, metadata }, shared: false })
  response.headers.set('x-transformations', transformText(transform))
  return withVary(response, transform)
}

/** The options in the words of the protocol's response header. */
function transformText({ width, height, resize, quality }: Transform): string {
  const type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
  const parts = [height && `height:${height}`, width && `width:${width}`, `resizing_type:${type}`]
  return [...parts, quality && `quality:${quality}`].filter(Boolean).join(',')
}

const variantObject = ({ object, width, type }: VariantKey, { blob, size }: Variant): StoredObject => {
  const { metadata } = object
  const eTag = `${metadata.eTag.replace(/"$/, '')}-${width}-${type.slice('image/'.length)}"`
  return { ...object, blob, metadata: { ...metadata, mimetype: type, size, eTag } }
}

interface SharedOptions {
  width: number
  /** Null keeps the original's type. */
  type: string | null
  negotiated: boolean
}

function withVary(response: Response, { negotiated }: Pick<SharedOptions, 'negotiated'>): Response {
  if (negotiated) response.headers.append('vary', 'Accept')
  return response
}

/** Whatever is asked for is rounded to one of the widths. */
const MAX_SHARED_WIDTH = 9_999

function parseOptions(request: Request, url: URL): SharedOptions | Response {
  const transform = parseTransform(request, url.searchParams, MAX_SHARED_WIDTH)
  if (transform instanceof Response) return transform
  if (transform.height !== undefined) return badTransform('height cannot be chosen: pictures keep their shape')
  const { width = WIDTHS[3], type, negotiated } = transform
  return { width: WIDTHS.find((available) => available >= width) ?? WIDTHS[3], type, negotiated }
}
