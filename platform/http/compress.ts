import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json)|image\/svg\+xml)/
const SMALLEST = 1_024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** The same answer in the form that the asker accepts, when it is text that is worth it. */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  if (!response.body || request.method === 'HEAD' || headers.has('content-encoding')) return response
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return response
  if (/no-transform/.test(headers.get('cache-control') ?? '')) return response
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (!encoding) return response

  const body = Buffer.from(await response.arrayBuffer())
  const answered = new Headers(headers)
  answered.append('Vary', 'Accept-Encoding')
  const init = { status: response.status, statusText: response.statusText, headers: answered }
  if (body.byteLength < SMALLEST) return new Response(body, init)
  answered.set('Content-Encoding', encoding)
  answered.delete('Content-Length')
  const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  const smaller = encoding === 'br' ? await toBrotli(body, level) : await toGzip(body, { level: 6 })
  return new Response(new Uint8Array(smaller), init)
}
