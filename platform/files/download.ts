import type { StoredObject } from './objects.ts'
import { notFound } from './refusals.ts'
import type { BlobStore } from './stores/blob-store.ts'

/** Displayed by the browser; other types are downloaded. */
const INLINE_TYPES = new Set(['image/jpeg', 'image/avif', 'image/png', 'image/webp', 'application/pdf', 'text/plain'])
const YEAR = 'max-age=31536000'

/**
 * Responds with an object's bytes. Shared caches may store `shared` responses; others are private to the client. The
 * bytes are read as a whole, because no bucket accepts more than 20 MB; ranges are not supported.
 */
export async function download(
  store: Pick<BlobStore, 'read'>,
  { request, object, shared }: { request: Request; object: StoredObject; shared: boolean },
): Promise<Response> {
  const { mimetype, cacheControl, eTag, size } = object.metadata
  const headers = new Headers({
    'content-type': mimetype,
    // A file cached for a year never changes, because new content gets a new name.
    'cache-control': `${shared ? 'public' : 'private'}, ${cacheControl}${cacheControl === YEAR ? ', immutable' : ''}`,
    'content-disposition': disposition(request, object),
    etag: eTag,
    'last-modified': new Date(object.metadata.lastModified).toUTCString(),
    // The file must not run scripts or load anything, whatever its type.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const knownTags = request.headers.get('if-none-match')?.split(',') ?? []
  if (knownTags.some((tag) => tag.trim().replace(/^W\//, '') === eTag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const bytes = await store.read(object.blob)
  return bytes ? new Response(bytes, { headers }) : notFound()
}

function disposition(request: Request, { name, metadata }: StoredObject): string {
  const requestedName = new URL(request.url).searchParams.get('download')
  const file = (requestedName || name.split('/').at(-1) || 'file').replaceAll(/[\p{Cc}/\\]/gu, '_')
  const kind = requestedName === null && INLINE_TYPES.has(metadata.mimetype) ? 'inline' : 'attachment'
  const encoded = encodeURIComponent(file).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename*=UTF-8''${encoded}`
}
