import * as z from 'zod'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { type FilesCall, readInput } from '../call.ts'
import { forbidden, noBucket, refusal } from '../refusals.ts'
import { BUCKET_NAME, parseBucket } from './bucket-input.ts'
import { createBucket, deleteBucket, emptyBucket, findShownBucket, listBuckets, updateBucket } from './buckets.ts'

/** Handles `/bucket` and everything below it, under the policies on `storage.buckets`. */
export async function bucketCalls(call: FilesCall): Promise<Response> {
  const { request } = call
  if (!request.headers.has('authorization') && !request.headers.has('apikey'))
    return refusal(400, 'Error', "headers must have required property 'authorization'")
  const [id = '', action, ...rest] = call.rest.split('/').map(decode)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = rest.length > 0 ? undefined : CALLS[`${method} ${id ? '/id' : ''}${action ? `/${action}` : ''}`]
  if (!route) return refusal(404, 'not_found', 'Route not found')
  if (id && !BUCKET_NAME.test(id)) return noBucket()
  return route(call, id)
}

/** Malformed escapes stand for nothing that exists. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return '%'
  }
}

const CALLS: Record<string, (call: FilesCall, id: string) => Promise<Response>> = {
  'GET ': list,
  'POST ': create,
  'GET /id': get,
  'PUT /id': update,
  'DELETE /id': remove,
  'POST /id/empty': empty,
}

const listInput = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('id'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

async function list({ database, identity, url }: FilesCall): Promise<Response> {
  const input = listInput.safeParse(Object.fromEntries(url.searchParams))
  if (!input.success || input.data.search.includes('\0'))
    return refusal(400, 'invalid_request', 'Buckets cannot be listed like this')
  const { limit, offset, search, sortColumn, sortOrder: order } = input.data
  const column = sortColumn === 'name' ? 'id' : sortColumn
  return Response.json(await listBuckets(database, identity, { limit, offset, search, column, order }))
}

async function get({ database, identity }: FilesCall, id: string): Promise<Response> {
  const bucket = await findShownBucket(database, identity, id)
  return bucket ? Response.json(bucket) : noBucket()
}

async function create({ database, identity, request }: FilesCall): Promise<Response> {
  const body = await readInput(request)
  if (body instanceof Response) return body
  const settings = parseBucket(body.value)
  if (settings instanceof Response) return settings
  const { id = '' } = settings
  if (!BUCKET_NAME.test(id)) return refusal(400, 'InvalidBucketName', 'Bucket name invalid')
  await createBucket(database, identity, settings)
  return Response.json({ name: id })
}

async function update({ database, identity, request }: FilesCall, id: string): Promise<Response> {
  const body = await readInput(request)
  if (body instanceof Response) return body
  const settings = parseBucket(body.value)
  if (settings instanceof Response) return settings
  try {
    const isUpdated = await updateBucket(database, identity, { ...settings, id })
    return isUpdated ? Response.json({ message: 'Successfully updated' }) : noBucket()
  } catch (error) {
    if (readSqlError(error)?.meaning !== 'rule') throw error
    return refusal(400, 'invalid_request', 'This bucket scales its pictures down, so it can hold only pictures')
  }
}

async function empty({ database, identity }: FilesCall, id: string): Promise<Response> {
  if (!(await findShownBucket(database, identity, id))) return noBucket()
  const isEmpty = await emptyBucket(database, identity, id)
  return isEmpty ? Response.json({ message: EMPTIED }) : forbidden()
}

/** The protocol's words: the files are gone at once, their bytes within the time of a sweep. */
const EMPTIED = 'Empty bucket has been queued. Completion may take up to an hour.'

async function remove({ database, identity }: FilesCall, id: string): Promise<Response> {
  try {
    const isDeleted = await deleteBucket(database, identity, id)
    return isDeleted ? Response.json({ message: 'Successfully deleted' }) : noBucket()
  } catch (error) {
    if (readSqlError(error)?.meaning !== 'reference') throw error
    return refusal(409, 'InvalidRequest', 'The bucket you tried to delete is not empty')
  }
}
