import * as z from 'zod'
import { type FilesCall, readInput } from './call.ts'
import { readObjectPath } from './object-name.ts'
import { deleteObjects } from './objects.ts'
import { badName, notFound, refusal } from './refusals.ts'
import { discardBlob } from './stores/blob-store.ts'
import { upload } from './upload.ts'

export async function put(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  return path ? upload(call, { request: call.request, identity: call.identity, path }) : badName()
}

const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1_000) })

/**
 * Handles `DELETE /object/…` for one file or a list of names. Names that do not exist, or that the caller may not delete,
 * are left out.
 */
export async function remove(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  let names: string[]
  if (path) names = [path.name]
  else {
    const body = await readInput(call.request)
    if (body instanceof Response) return body
    const input = removal.safeParse(body.value)
    if (!input.success) return refusal(400, 'invalid_request', 'prefixes must be a list of names')
    names = input.data.prefixes
  }
  const bucket = path?.bucket ?? call.rest.replace(/\/$/, '')
  const removed = await deleteObjects(call.database, call.identity, { bucket, names })
  for (const { blob } of removed) await discardBlob(call.store, blob)
  if (path) return removed.length > 0 ? Response.json({ message: 'Successfully deleted' }) : notFound()
  return Response.json(removed.map(({ blob: _blob, ...object }) => object))
}
