import { readBytes } from '#platform/http/requests/body.ts'
import { countFields } from '#platform/http/requests/form-request.ts'
import { isStorable } from '#platform/postgres/queries/storable.ts'
import type { BucketRow } from './objects.ts'
import { badMetadata, refusal, tooLarge } from './refusals.ts'

interface UploadBody {
  bytes: Uint8Array
  maxAgeSeconds: number
  userMetadata: Record<string, unknown> | null
}

/** The file and a few small fields. */
const MAX_PARTS = 20
/** Allowance for a form's boundaries and fields around the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** Reads the file of an upload, a plain body or a form, with what is stored about it. */
export async function readUpload(request: Request, bucket: BucketRow): Promise<UploadBody | Response> {
  const body = await readBytes(request, { maxBytes: bucket.file_size_limit + FORM_OVERHEAD_BYTES, reject: tooLarge })
  if (body instanceof Response) return body
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const age = /max-age=(\d+)/.exec(request.headers.get('cache-control') ?? '')?.[1]
    const encoded = request.headers.get('x-metadata')
    const userMetadata = parseMetadata(encoded === null ? null : Buffer.from(encoded, 'base64').toString('utf8'))
    return userMetadata === undefined ? badMetadata() : { bytes: body, maxAgeSeconds: parseMaxAge(age), userMetadata }
  }
  if (countFields(body, type) > MAX_PARTS) return refusal(400, 'invalid_request', 'The form has too many parts')
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const file = [...form.values()].find((value) => typeof value !== 'string')
    if (!file) return refusal(400, 'invalid_request', 'The form holds no file')
    const field = form.get('metadata')
    const userMetadata = parseMetadata(typeof field === 'string' ? field : null)
    if (userMetadata === undefined) return badMetadata()
    const bytes = new Uint8Array(await file.arrayBuffer())
    return { bytes, maxAgeSeconds: parseMaxAge(String(form.get('cacheControl'))), userMetadata }
  } catch {
    return refusal(400, 'invalid_request', 'The form cannot be read')
  }
}

const YEAR_SECONDS = 31_536_000
/** Seconds that a client may cache a file; an hour by default. */
export const parseMaxAge = (text: string | undefined): number =>
  Math.min(/^\d{1,9}$/.test(text ?? '') ? Number(text) : 3_600, YEAR_SECONDS)

const MAX_METADATA_BYTES = 4_096

/** The client's own metadata, a JSON object; null if there is none, undefined if it cannot be stored. */
export function parseMetadata(text: string | null | undefined): Record<string, unknown> | null | undefined {
  if (text === null || text === undefined) return null
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && isStorable(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
