import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES, readBytes } from './body.ts'

const METHODS = ['GET', 'HEAD', 'POST']
/** No form has a tenth of them, and parsing takes time for each. */
const MAX_FIELDS = 2_000
const URLENCODED = 'application/x-www-form-urlencoded'

/**
 * Checks a request for a page: a read, or a form sent by POST. Returns the request with its form read and validated, or
 * the response that rejects it: anything that browsers don't send must not reach a page's code, which would fail on it.
 */
export async function formRequest(
  request: Request,
  { takesFiles = false, maxBytes = takesFiles ? MAX_FILE_FORM_BYTES : MAX_BODY_BYTES }: FormRules = {},
): Promise<Request | Response> {
  if (!METHODS.includes(request.method))
    return rejectForm(405, 'This method is not for pages.', { allow: METHODS.join(', ') })
  if (request.method !== 'POST') return request
  const bytes = await bytesOf(request, maxBytes)
  if (bytes === 'too-large') return rejectForm(413, 'The form is too large.', { connection: 'close' })
  if (bytes === 'cut-off') return rejectForm(400, 'The form ended too early.')
  const type = request.headers.get('content-type') ?? (bytes.length === 0 ? URLENCODED : '')
  const kind = type.split(';')[0]?.trim().toLowerCase()
  if (kind !== URLENCODED && kind !== 'multipart/form-data') return rejectForm(415, 'Send a form.')
  if (countFields(bytes, type) > MAX_FIELDS) return rejectForm(413, 'The form has too many fields.')
  if (kind === URLENCODED && !isText(bytes)) return rejectForm(400, 'The form is not in UTF-8.')
  const headers = new Headers(request.headers)
  headers.set('content-type', type)
  headers.delete('content-length')
  const whole = new Request(request.url, { method: 'POST', headers, body: bytes, signal: request.signal })
  const form = await whole
    .clone()
    .formData()
    .catch(() => null)
  return form ? whole : rejectForm(400, 'The form could not be read.')
}

interface FormRules {
  takesFiles?: boolean
  maxBytes?: number | undefined
}

/** Upper bound of the number of fields, without parsing: `&` between pairs, or the boundary of each part. */
export function countFields(bytes: Uint8Array, type: string): number {
  const mark = /^multipart\//i.test(type) ? `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ''}` : '&'
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = all.indexOf(mark); at >= 0 && count <= MAX_FIELDS; at = all.indexOf(mark, at + mark.length)) count += 1
  return count
}

async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'cut-off'> {
  try {
    return await readBytes(request, { maxBytes, reject: () => 'too-large' as const })
  } catch (error) {
    // The client has disconnected, which the request log records.
    if (request.signal.aborted) throw error
    return 'cut-off'
  }
}

/**
 * Whether the form is valid UTF-8, both raw and after percent-decoding, where a form parser would replace invalid
 * bytes.
 */
function isText(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

function rejectForm(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(sentence, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
