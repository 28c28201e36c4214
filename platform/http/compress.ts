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
import { knownText } from './text-answer.ts'

export type Encoding = 'br' | 'gzip'

/** Below this a packed answer gains nothing: either form fits one packet. */
export const WORTH_BYTES = 1_024

/** The same answer in the form that the asker accepts, when it is text that is worth it. A streamed page stays streamed. */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  if (request.method === 'HEAD' || headers.has('content-encoding')) return response
  // Who says that the answer depends on it has chosen already.
  if (/accept-encoding/i.test(headers.get('vary') ?? '')) return response
  const type = headers.get('content-type') ?? ''
  if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || /no-transform/.test(headers.get('cache-control') ?? ''))
    return response
  const encoding = encodingFor(request)
  if (!encoding) return unpacked(response)
  const text = knownText(response)
  if (text !== undefined) return answeredText(response, text, encoding)
  if (!response.body) return response
  if (/html|csv/.test(type) && !headers.has('content-length')) {
    return answered(response, streamed(response.body, encoding), encoding)
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length < WORTH_BYTES) return answered(response, bytes)
  return answered(response, await compressBytes(bytes, encoding), encoding)
}

/** The best encoding that Accept-Encoding allows (RFC 9110, 12.5.3). */
export const encodingFor = (request: Request) => bestEncoding(request.headers.get('accept-encoding') ?? '')

/** The same from the header's text; null for the plain form. */
export function bestEncoding(accepted: string): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.trim().split(/\s*;\s*q\s*=\s*/)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** Brotli 4 and gzip 6: past those the time grows faster than the gain. */
export async function compressBytes(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  // To hand a few bytes to another thread takes longer than to pack them.
  if (bytes.length <= SMALL_BYTES) return new Uint8Array(packNow(bytes, encoding))
  return new Uint8Array(
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, { params: brotliParams(bytes) })
      : await promisify(gzip)(bytes, { level: 6 }),
  )
}

const SMALL_BYTES = 8_192

const packNow = (bytes: Uint8Array, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(bytes, { params: brotliParams(bytes) }) : gzipSync(bytes, { level: 6 })

/** A window no larger than what is packed: its memory costs more than the packing. */
const brotliParams = ({ length }: Uint8Array) => ({
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(length + 16)))),
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
})

/** Flushed piece by piece, so that a page's head is not held back until its end is known. */
function streamed(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const packer =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 })
  const source = Readable.fromWeb(body as unknown as NodeStream)
  source.on('error', (error) => packer.destroy(error))
  packer.on('close', () => source.destroy())
  return Readable.toWeb(source.pipe(packer)) as unknown as ReadableStream<Uint8Array>
}

/** The same answer, whose body is not touched: asking for it makes a stream of it. */
function unpacked(response: Response): Response {
  try {
    response.headers.append('vary', 'Accept-Encoding')
    return response
  } catch {
    return response.body ? answered(response, response.body) : response
  }
}

async function answeredText(response: Response, text: string, encoding: Encoding): Promise<Response> {
  if (Buffer.byteLength(text) < WORTH_BYTES) return unpacked(response)
  const { status, headers } = response
  return packedAnswer(new Response(await compressBytes(Buffer.from(text), encoding), { status, headers }), encoding)
}

function answered(response: Response, body: BodyInit, encoding?: Encoding): Response {
  const { status, statusText, headers } = response
  return packedAnswer(new Response(body, { status, statusText, headers }), encoding)
}

function packedAnswer(answer: Response, encoding: Encoding | undefined): Response {
  answer.headers.append('vary', 'Accept-Encoding')
  if (!encoding) return answer
  answer.headers.set('content-encoding', encoding)
  answer.headers.delete('content-length')
  // The packed form has other bytes, so a strong tag no longer holds (RFC 9110, 8.8.3).
  const tag = answer.headers.get('etag')
  if (tag && !tag.startsWith('W/')) answer.headers.set('etag', `W/${tag}`)
  return answer
}
