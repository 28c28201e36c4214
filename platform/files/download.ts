import type { BlobStore } from './blob-store.ts'
import type { StoredObject } from './objects.ts'
import { notFound } from './refusals.ts'

/** Shown in the browser; everything else is downloaded. */
const SHOWN = new Set(['image/jpeg', 'image/avif', 'image/png', 'image/webp', 'application/pdf', 'text/plain'])
const YEAR = 'max-age=31536000'

/** An object's bytes. Proxies may cache `shared` answers; others only the caller's own browser. */
export async function download(
  store: BlobStore,
  { request, object, shared }: { request: Request; object: StoredObject; shared: boolean },
): Promise<Response> {
  const { mimetype, cacheControl, eTag, size } = object.metadata
  const headers = new Headers({
    'content-type': mimetype,
    // Who lets a file be kept for a year gives other content another name.
    'cache-control': `${shared ? 'public' : 'private'}, ${cacheControl}${cacheControl === YEAR ? ', immutable' : ''}`,
    'content-disposition': disposition(request, object),
    etag: eTag,
    'last-modified': new Date(object.metadata.lastModified).toUTCString(),
    // Whatever the file turns out to be, it cannot run scripts or reach the site.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === eTag)) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const bytes = await store.read(object.blob)
  return bytes ? new Response(bytes, { headers }) : notFound()
}

function disposition(request: Request, { name, metadata }: StoredObject): string {
  const wanted = new URL(request.url).searchParams.get('download')
  const file = (wanted || name.split('/').at(-1) || 'file').replaceAll(/[\p{Cc}/\\]/gu, '_')
  const kind = wanted === null && SHOWN.has(metadata.mimetype) ? 'inline' : 'attachment'
  const encoded = encodeURIComponent(file).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename*=UTF-8''${encoded}`
}
