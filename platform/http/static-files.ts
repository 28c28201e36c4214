import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType, mimes } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import { type Encoding, encodingFor } from './compress.ts'

interface StaticFilesOptions {
  folder: string
  /** Paths whose names change with their content, so that browsers may keep them for ever. */
  immutablePrefix: string
}

const MOST_REMEMBERED_BYTES = 32 * 1024 * 1024

/**
 * Answers GET and HEAD of the files below a folder; null for everything else. A file beside it with `.br` or `.gz`
 * added to its name is its packed form. Only what is there at the start is answered, so that no path leads elsewhere.
 */
export function createStaticFiles(options: StaticFilesOptions): (request: Request) => Promise<Response | null> {
  const files = listFiles(options)
  const contents = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MOST_REMEMBERED_BYTES,
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
    const wanted = encodingFor(request)
    const packed = wanted && files.get(file.path + ENDINGS[wanted])
    if (packed) headers.set('content-encoding', wanted)
    const body = await contents.forceFetch((packed || file).onDisk)
    headers.set('content-length', String(body.length))
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  }
}

const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Rows name pictures by their plain address, so that it must stay; who has one sees the new one a visit later. */
const FOR_A_DAY = 'public, max-age=86400, stale-while-revalidate=2592000'
/** Scripts and texts at plain addresses belong to the pages of their release. */
const FOR_AN_HOUR = 'public, max-age=3600'

const isPicture = (path: string) => /\.(svg|png|ico|jpg|webp|avif)$/.test(path)

/** An SVG names its own encoding. */
const TYPES = { ...mimes, svg: 'image/svg+xml' }

interface StaticFile {
  path: string
  onDisk: string
  headers: Record<string, string>
}

/** Neither hidden files nor links, which could lead out of the folder. */
function listFiles({ folder, immutablePrefix }: StaticFilesOptions): Map<string, StaticFile> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }): StaticFile => {
    const onDisk = join(parentPath, name)
    const path = `/${relative(folder, onDisk).split(sep).join('/')}`
    const { size, mtimeMs } = statSync(onDisk)
    const headers = {
      'content-type': getMimeType(path, TYPES) ?? 'application/octet-stream',
      'cache-control': path.startsWith(immutablePrefix) ? FOR_EVER : isPicture(path) ? FOR_A_DAY : FOR_AN_HOUR,
      // Weak, because one tag stands for the packed and the plain form.
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
