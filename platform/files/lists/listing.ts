import { type FilesCall, readInput } from '../call.ts'
import { refusal } from '../refusals.ts'
import { listObjects, listQuery } from './list-objects.ts'
import { listObjectsV2, listV2Query, parseCursor } from './list-v2.ts'

export async function list(call: FilesCall): Promise<Response> {
  const body = await readInput(call.request)
  if (body instanceof Response) return body
  const query = listQuery.safeParse(body.value ?? {})
  if (!query.success) return badList()
  return Response.json(await listObjects(call.database, call.identity, { bucket: bucketOf(call), query: query.data }))
}

export async function listV2(call: FilesCall): Promise<Response> {
  const body = await readInput(call.request)
  if (body instanceof Response) return body
  const parsed = listV2Query.safeParse(body.value ?? {})
  if (!parsed.success) return badList()
  const { cursor, ...query } = parsed.data
  const after = cursor ? parseCursor(cursor) : null
  if (cursor && !after) return refusal(400, 'invalid_request', 'The cursor is not of an earlier page')
  const list = { bucket: bucketOf(call), query, after }
  return Response.json(await listObjectsV2(call.database, call.identity, list))
}

const bucketOf = ({ rest }: FilesCall) => rest.replace(/\/$/, '')

const badList = () => refusal(400, 'invalid_request', 'The list cannot be asked for like this')
