import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { compressBytes, type Encoding, encodingFor, WORTH_BYTES } from './compress.ts'
import { isCompressible, mediaTypeOf } from './media-types.ts'

export interface StaticFilesOptions {
  folder: string
  /** Paths whose names change with their content, so that browsers may keep them for ever. */
  immutablePrefix: string
}

interface Found {
  path: string
  /** Differs whenever size or time of the file do. */
  tag: string
}

/**
 * Answers GET and HEAD of the files below a folder; null for everything else. A file beside it with `.br` or `.gz`
 * added to its name is its packed form; without one the file is packed at the first request and remembered.
 */
export function createStaticFiles(options: StaticFilesOptions): (request: Request) => Promise<Response | null> {
  const packed = new PackedFiles()
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const path = pathOf(new URL(request.url).pathname)
    const found = path === null ? null : await find(options.folder, path)
    if (path === null || !found) return null
    const type = mediaTypeOf(path)
    const headers = new Headers({
      'content-type': type,
      'cache-control': path.startsWith(options.immutablePrefix)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      etag: found.tag,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    const known = request.headers.get('if-none-match')?.split(',') ?? []
    if (known.some((tag) => tag.trim() === found.tag)) return new Response(null, { status: 304, headers })
    const wanted = isCompressible(type) ? encodingFor(request) : null
    const small = wanted ? await packed.get(found, wanted) : null
    if (wanted && small) headers.set('content-encoding', wanted)
    const body = small ?? new Uint8Array(await readFile(found.path))
    headers.set('content-length', String(body.length))
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  }
}

/** Null for what could lead out of the folder or name a hidden file. */
function pathOf(pathname: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (/[\0\\]/.test(path)) return null
  const parts = path.split('/').slice(1)
  return parts.some((part) => part === '' || part.startsWith('.')) ? null : path
}

async function find(folder: string, path: string): Promise<Found | null> {
  try {
    // A link inside the folder must not lead out of it.
    const [base, target] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    const facts = await stat(target)
    if (!target.startsWith(base + sep) || !facts.isFile()) return null
    // Weak, because one tag stands for the packed and the plain form.
    return { path: target, tag: `W/"${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}"` }
  } catch {
    return null
  }
}

const MOST_REMEMBERED = 500
const LARGEST_PACKED_BYTES = 5 * 1024 * 1024

class PackedFiles {
  readonly #remembered = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()

  /** Null where packing is not worth it. */
  get({ path, tag }: Found, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | null> {
    const name = `${encoding} ${tag} ${path}`
    const known = this.#remembered.get(name)
    if (known) return known
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear()
    const packing = pack(path, encoding)
    this.#remembered.set(name, packing)
    packing.catch(() => this.#remembered.delete(name))
    return packing
  }
}

async function pack(path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | null> {
  const neighbour = await readFile(`${path}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => null)
  if (neighbour) return new Uint8Array(neighbour)
  const plain = await readFile(path)
  if (plain.length < WORTH_BYTES || plain.length > LARGEST_PACKED_BYTES) return null
  return compressBytes(plain, encoding)
}
