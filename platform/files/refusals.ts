import { errorCode } from '#platform/postgres/fault.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'

/** An error response in the format of Supabase's storage API. */
export function refusal(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), error, message }, { status })
}

export const notFound = () => refusal(404, 'not_found', 'Object not found')
export const noBucket = () => refusal(404, 'Bucket not found', 'Bucket not found')
export const badName = () => refusal(400, 'InvalidKey', 'Invalid key')
export const badMetadata = () => refusal(400, 'invalid_metadata', 'The metadata must be a JSON object of at most 4 kB')
const duplicate = () => refusal(409, 'Duplicate', 'The resource already exists')
export const forbidden = () => refusal(403, 'Unauthorized', 'new row violates row-level security policy')
export const tooLarge = () => refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const wrongType = (type: string) => refusal(415, 'invalid_mime_type', `mime type ${type} is not supported`)
export const badPicture = () =>
  refusal(422, 'invalid_image', 'The picture cannot be read or has more than 25 megapixels')
export const badVideo = () =>
  refusal(422, 'invalid_video', 'The film cannot be read, is longer than 10 minutes, or holds something else as well')
export const busy = () => refusal(503, 'slow_down', 'Too many pictures are being read. Try again in a moment.')

export const usedToken = () => refusal(400, 'InvalidJWT', 'The address to upload to has expired or is not right')
export const sessionEnded = () => refusal(401, 'Unauthorized', 'The session of this address has ended')
export const sessionUnknown = () => refusal(503, 'slow_down', 'Sessions cannot be checked now, please try again')

/** The store is unavailable. */
export function storeUnavailable(): Response {
  const response = refusal(503, 'store_unavailable', 'Files cannot be read or stored at the moment. Try again soon.')
  response.headers.set('retry-after', String(STORE_RETRY_AFTER_SECONDS))
  return response
}
const STORE_RETRY_AFTER_SECONDS = 5

/** The disk is full. Nothing was stored, and a retry succeeds once an operator has freed space. */
function diskFull(): Response {
  const response = refusal(
    503,
    'no_space',
    'There is no room for files at the moment. Nothing was kept; try again later.',
  )
  response.headers.set('retry-after', '60')
  return response
}

export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error))

/** The error response for an expected error of the database or the disk; undefined for unexpected errors. */
export function refusalOf(error: unknown): Response | undefined {
  if (isDiskFull(error)) return diskFull()
  const report = readSqlError(error)
  switch (report?.meaning) {
    case 'refused':
      return report.status < 500 ? refusal(report.status, 'Refused', report.message) : undefined
    case 'forbidden':
      return forbidden()
    case 'duplicate':
      return duplicate()
    case 'reference':
      return noBucket()
    // A caller can fail only the checks of the name.
    case 'rule':
    case 'value':
      return badName()
    default:
      return undefined
  }
}
