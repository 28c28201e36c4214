import { errorCode } from '#platform/postgres/fault.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'

/** An expected no, in the form the public storage client expects. */
export function refusal(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), error, message }, { status })
}

export const notFound = () => refusal(404, 'not_found', 'Object not found')
export const noBucket = () => refusal(404, 'Bucket not found', 'Bucket not found')
export const badName = () => refusal(400, 'InvalidKey', 'Invalid key')
const duplicate = () => refusal(409, 'Duplicate', 'The resource already exists')
const forbidden = () => refusal(403, 'Unauthorized', 'new row violates row-level security policy')
export const tooLarge = () => refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const wrongType = (type: string) => refusal(415, 'invalid_mime_type', `mime type ${type} is not supported`)
export const badPicture = () =>
  refusal(422, 'invalid_image', 'The picture cannot be read or has more than 25 megapixels')
export const badFilm = () =>
  refusal(422, 'invalid_video', 'The film cannot be read, is longer than 10 minutes, or holds something else as well')
export const busy = () => refusal(503, 'slow_down', 'Too many pictures are being read. Try again in a moment.')

/** The store is out of reach. */
export function storeAway(): Response {
  const answer = refusal(503, 'store_unavailable', 'Files cannot be read or stored at the moment. Try again soon.')
  answer.headers.set('retry-after', String(STORE_RETRY_AFTER_SECONDS))
  return answer
}
const STORE_RETRY_AFTER_SECONDS = 5

/** The disk is full. Nothing of the file was kept, and it may find room once somebody has made some. */
function noRoom(): Response {
  const refused = refusal(
    503,
    'no_space',
    'There is no room for files at the moment. Nothing was kept; try again later.',
  )
  refused.headers.set('retry-after', '60')
  return refused
}

export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error))

/** A refusal by the database or the disk, as an answer for the caller; undefined for real faults. */
export function refusalOf(error: unknown): Response | undefined {
  if (isFull(error)) return noRoom()
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
    case 'rule':
    case 'value':
      return badName()
    default:
      return undefined
  }
}
