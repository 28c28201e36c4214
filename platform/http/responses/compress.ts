import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { textOfResponse } from './text-response.ts'

export type Encoding = 'br' | 'gzip'

/** Smaller bodies gain nothing from compression: either form fits one packet. */
export const MIN_COMPRESSED_BYTES = 1_024

/**
 * Compresses a text response with the encoding that the client accepts, if it is worth it. A streamed page stays
 * streamed.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  if (request.method === 'HEAD' || headers.has('content-encoding')) return response
  // A handler that varies by Accept-Encoding has chosen the encoding itself.
  if (/accept-encoding/i.test(headers.get('vary') ?? '')) return response
  const type = headers.get('content-type') ?? ''
  if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || /no-transform/.test(headers.get('cache-control') ?? ''))
    return response
  const encoding = encodingFor(request)
  if (!encoding) return uncompressed(response)
  const text = textOfResponse(response)
  if (text !== undefined) return encodedText(response, text, encoding)
  if (!response.body) return response
  if (/html|csv/.test(type) && !headers.has('content-length')) {
    return encodedResponse(response, compressStream(response.body, encoding), encoding)
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length < MIN_COMPRESSED_BYTES) return encodedResponse(response, bytes)
  return encodedResponse(response, await compressBytes(bytes, encoding), encoding)
}

/** The best encoding that Accept-Encoding allows (RFC 9110, 12.5.3). */
export const encodingFor = (request: Request) => bestEncoding(request.headers.get('accept-encoding') ?? '')

/** The best encoding of an Accept-Encoding header; null for identity. */
export function bestEncoding(accepted: string): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.trim().split(/\s*;\s*q\s*=\s*/)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** Brotli 4 and gzip 6: with higher levels the time grows faster than the gain. */
export async function compressBytes(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  // Passing a few bytes to another thread takes longer than compressing them.
  if (bytes.length <= SYNC_MAX_BYTES) return new Uint8Array(compressSync(bytes, encoding))
  return new Uint8Array(
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, { params: brotliParams(bytes) })
      : await promisify(gzip)(bytes, { level: 6 }),
  )
}

const SYNC_MAX_BYTES = 8_192

const compressSync = (bytes: Uint8Array, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(bytes, { params: brotliParams(bytes) }) : gzipSync(bytes, { level: 6 })

/** A window no larger than the input: its memory costs more than the compression. */
const brotliParams = ({ length }: Uint8Array) => ({
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(length + 16)))),
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
})

/** Flushed chunk by chunk, so that a page's head isn't delayed until its end is rendered. */
function compressStream(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 })
  const source = Readable.fromWeb(body as unknown as NodeStream)
  source.on('error', (error) => compressor.destroy(error))
  compressor.on('close', () => source.destroy())
  return Readable.toWeb(source.pipe(compressor)) as unknown as ReadableStream<Uint8Array>
}

/** The same response without reading its body, which would turn it into a stream. */
function uncompressed(response: Response): Response {
  try {
    response.headers.append('vary', 'Accept-Encoding')
    return response
  } catch {
    return response.body ? encodedResponse(response, response.body) : response
  }
}

async function encodedText(response: Response, text: string, encoding: Encoding): Promise<Response> {
  if (Buffer.byteLength(text) < MIN_COMPRESSED_BYTES) return uncompressed(response)
  const { status, headers } = response
  return withEncodingHeaders(
    new Response(await compressBytes(Buffer.from(text), encoding), { status, headers }),
    encoding,
  )
}

function encodedResponse(response: Response, body: BodyInit, encoding?: Encoding): Response {
  const { status, statusText, headers } = response
  return withEncodingHeaders(new Response(body, { status, statusText, headers }), encoding)
}

function withEncodingHeaders(encoded: Response, encoding: Encoding | undefined): Response {
  encoded.headers.append('vary', 'Accept-Encoding')
  if (!encoding) return encoded
  encoded.headers.set('content-encoding', encoding)
  encoded.headers.delete('content-length')
  // The compressed form has other bytes, so a strong ETag doesn't apply (RFC 9110, 8.8.3).
  const tag = encoded.headers.get('etag')
  if (tag && !tag.startsWith('W/')) encoded.headers.set('etag', `W/${tag}`)
  return encoded
}
