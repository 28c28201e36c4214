import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType, mimes } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import { type Encoding, encodingFor } from './compress.ts'

interface StaticFilesOptions {
  folder: string
  /** Prefix of paths whose names change with their content, so that browsers may cache them for ever. */
  immutablePrefix: string
}

const MAX_CACHED_BYTES = 32 * 1024 * 1024

/**
 * Serves GET and HEAD of the files below a folder; null for all other requests. A file with `.br` or `.gz` appended to
 * its name is its precompressed form. The files are listed at startup, so that no path leads elsewhere.
 */
export function createStaticFiles(options: StaticFilesOptions): (request: Request) => Promise<Response | null> {
  const files = listFiles(options)
  const contents = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: async (file) => new Uint8Array(await readFile(file)),
  })
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const file = files.get(pathOf(request))
    if (!file) return null
    const headers = new Headers(file.headers)
    const known = request.headers.get('if-none-match')?.split(',') ?? []
    if (known.some((tag) => tag.trim() === file.headers.etag)) return new Response(null, { status: 304, headers })
    const encoding = encodingFor(request)
    const compressed = encoding && files.get(file.path + ENDINGS[encoding])
    if (compressed) headers.set('content-encoding', encoding)
    const body = await contents.forceFetch((compressed || file).onDisk)
    headers.set('content-length', String(body.length))
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  }
}

const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Rows refer to pictures by unversioned paths, which must stay; a client sees a new version one visit later. */
const ONE_DAY = 'public, max-age=86400, stale-while-revalidate=2592000'
/** Scripts and texts at unversioned paths belong to the pages of their release. */
const ONE_HOUR = 'public, max-age=3600'

const isPicture = (path: string) => /\.(svg|png|ico|jpg|webp|avif)$/.test(path)

/** An SVG declares its own charset. */
const TYPES = { ...mimes, svg: 'image/svg+xml' }

interface StaticFile {
  path: string
  onDisk: string
  headers: Record<string, string>
}

/** Lists files, without hidden ones and links, which could lead out of the folder. */
function listFiles({ folder, immutablePrefix }: StaticFilesOptions): Map<string, StaticFile> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }): StaticFile => {
    const onDisk = join(parentPath, name)
    const path = `/${relative(folder, onDisk).split(sep).join('/')}`
    const { size, mtimeMs } = statSync(onDisk)
    const headers = {
      'content-type': getMimeType(path, TYPES) ?? 'application/octet-stream',
      'cache-control': path.startsWith(immutablePrefix) ? IMMUTABLE : isPicture(path) ? ONE_DAY : ONE_HOUR,
      // Weak, because one tag is used for the compressed and the plain form.
      etag: `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    }
    return { path, onDisk, headers }
  })
  return new Map(files.filter(({ path }) => !path.includes('/.')).map((file) => [file.path, file]))
}

function pathOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
