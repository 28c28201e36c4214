import * as z from 'zod'
import { refusal, tooLarge, wrongType } from '../refusals.ts'

/** Limits of a bucket that is made over the wire without naming them: kinds of files that are checked by content. */
export const DEFAULT_LIMITS = {
  file_size_limit: 5_242_880,
  allowed_mime_types: [
    'image/jpeg',
    'image/png',
    'image/webp',
    'application/pdf',
    'text/plain',
    'text/csv',
    'video/mp4',
    'video/quicktime',
    'video/webm',
  ],
  bytes_per_owner: 2_147_483_648,
  bytes_per_day: 314_572_800,
}

/** Maximum of the column: files are read as a whole. */
export const MAX_FILE_BYTES = 20_971_520

export const BUCKET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/

const input = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  public: z.boolean().nullish(),
  type: z.string().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).max(100).nullish(),
})

/** Fields that are undefined were not named. */
export interface BucketSettings {
  id: string | undefined
  isPublic: boolean | undefined
  fileSizeLimit: number | undefined
  types: string[] | undefined
}

/** The settings that a client sends for a bucket; null stands for the default. Otherwise the response that rejects. */
export function parseBucket(value: unknown): BucketSettings | Response {
  const parsed = input.safeParse(value ?? {})
  if (!parsed.success) return refusal(400, 'invalid_request', 'The bucket cannot be described like this')
  const { id, name, type, public: isPublic, file_size_limit: size, allowed_mime_types: types } = parsed.data
  if (type && type !== 'STANDARD') return refusal(400, 'invalid_request', 'Only standard buckets are available')
  const fileSizeLimit = size === null ? DEFAULT_LIMITS.file_size_limit : parseBytes(size)
  if (fileSizeLimit instanceof Response) return fileSizeLimit
  const wrong = types?.find((one) => !MEDIA_TYPE.test(one))
  if (wrong !== undefined) return wrongType(wrong.slice(0, 100))
  return {
    id: id ?? name,
    isPublic: isPublic ?? undefined,
    fileSizeLimit,
    types: types === null || types?.length === 0 ? DEFAULT_LIMITS.allowed_mime_types : types,
  }
}

const MEDIA_TYPE = /^(?:\*\/\*|[a-z]{1,20}\/(?:\*|[a-z0-9][a-z0-9.+-]{0,100}))$/

const UNIT_BYTES = new Map([
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
])

/** Bytes as a number, or as text with a unit, such as `20MB`. */
function parseBytes(size: number | string | undefined): number | undefined | Response {
  if (size === undefined) return undefined
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)(b|kb|mb|gb)?$/i.exec(String(size).trim()) ?? []
  const bytes = Math.floor(Number(digits || Number.NaN) * (UNIT_BYTES.get(unit.toLowerCase()) ?? 1))
  if (!(bytes >= 1))
    return refusal(400, 'InvalidFileSizeLimit', 'The file size limit must be a number of bytes or 20MB')
  return bytes > MAX_FILE_BYTES ? tooLarge() : bytes
}
