import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

export interface StaticFilesOptions {
  folder: string
  /** Paths whose names change with their content, so that browsers may keep them for ever. */
  immutablePrefix: string
}

/**
 * Answers GET and HEAD of the files below a folder; null for everything else. A file beside it with `.br` or `.gz`
 * added to its name is its compressed form.
 */
export function createStaticFiles(options: StaticFilesOptions): (request: Request) => Promise<Response | null> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const { pathname } = new URL(request.url)
    const path = pathOf(pathname, options.folder)
    const type = path === undefined ? undefined : TYPES[extname(path)]
    const file = path !== undefined && type !== undefined ? await factsOf(path) : undefined
    if (!path || !type || !file) return null
    const headers = new Headers({
      'Content-Type': type,
      'Cache-Control': pathname.startsWith(options.immutablePrefix)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ETag: file.etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
    const { body, encoding } = await bodyOf(path, request.headers.get('accept-encoding') ?? '')
    if (encoding) headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body.byteLength))
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
  }
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.woff2': 'font/woff2',
}

/** Undefined for what leads out of the folder or to a hidden file. */
function pathOf(pathname: string, folder: string): string | undefined {
  try {
    const decoded = decodeURIComponent(pathname)
    if (decoded.includes('\0') || decoded.includes('\\') || /(^|\/)\./.test(decoded)) return undefined
    return join(folder, normalize(decoded))
  } catch {
    return undefined
  }
}

async function factsOf(path: string): Promise<{ etag: string } | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return undefined
  return { etag: `"${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}"` }
}

async function bodyOf(path: string, accepted: string): Promise<{ body: Buffer; encoding?: string }> {
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)) continue
    const body = await readFile(path + ending).catch(() => undefined)
    if (body) return { body, encoding }
  }
  return { body: await readFile(path) }
}
