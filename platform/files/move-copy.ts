import * as z from 'zod'
import type { Identity } from '#platform/postgres/database.ts'
import { type FilesCall, readInput } from './call.ts'
import { isAllowedType } from './content.ts'
import { isObjectName } from './object-name.ts'
import { type BucketRow, findBucket, findObject, moveObject, type ObjectPath, writeObject } from './objects.ts'
import { badName, noBucket, notFound, refusal, refusalOf, tooLarge, wrongType } from './refusals.ts'
import { discardBlob } from './stores/blob-store.ts'
import { ownerOf, rejectedByPolicy } from './upload.ts'

const input = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().nullish(),
})

interface MoveRoute {
  from: ObjectPath
  to: ObjectPath
  copiesMetadata: boolean
  destination: BucketRow
}

/** The two ends of a move or copy, or the response that rejects them. */
async function readRoute(call: FilesCall): Promise<MoveRoute | Response> {
  const body = await readInput(call.request)
  if (body instanceof Response) return body
  const parsed = input.safeParse(body.value)
  if (!parsed.success) return refusal(400, 'invalid_request', 'Name the bucket, the file and where it should be')
  const { bucketId, sourceKey, destinationKey, destinationBucket, copyMetadata } = parsed.data
  const [source, target] = [sourceKey, destinationKey].map((name) => name.replace(/^\/+/, ''))
  if (!source || !target || !isObjectName(source) || !isObjectName(target)) return badName()
  const from = { bucket: bucketId, name: source }
  const to = { bucket: destinationBucket ?? bucketId, name: target }
  const destination = await findBucket(call.database, to.bucket)
  return destination ? { from, to, copiesMetadata: copyMetadata !== false, destination } : noBucket()
}

/**
 * Handles `POST /object/move`. The row changes its name; the bytes and smaller pictures stay where they are. The
 * caller's policies must allow changing the file at both ends, and adding one to another bucket.
 */
export async function move(call: FilesCall): Promise<Response> {
  const { database, identity } = call
  const route = await readRoute(call)
  if (route instanceof Response) return route
  const { from, to } = route
  if (!(await findObject(database, identity, from))) return notFound()
  if (from.bucket !== to.bucket) {
    const rejection = await rejectedByPolicy(database, { ...to, identity, expects: 'new' })
    if (rejection) return rejection
  }
  // The limits of the bucket are checked by `storage.limit_moves`.
  const isMoved = await moveObject(database, identity, { from, to })
  return isMoved ? Response.json({ message: 'Successfully moved' }) : notFound()
}

/** Handles `POST /object/copy`. The bytes are copied as they are: they were checked when they were uploaded. */
export async function copy(call: FilesCall): Promise<Response> {
  const { database, identity, store } = call
  const route = await readRoute(call)
  if (route instanceof Response) return route
  const { from, to, copiesMetadata } = route
  const object = await findObject(database, identity, from)
  if (!object) return notFound()
  const expects = call.request.headers.get('x-upsert') === 'true' ? 'either' : 'new'
  const rejection =
    beyondLimits(route.destination, object.metadata) ?? (await rejected(call, { to, identity, expects }))
  if (rejection) return rejection
  const bytes = await store.read(object.blob)
  if (!bytes) return notFound()
  const blob = await store.write(bytes)
  const metadata = { ...object.metadata, lastModified: new Date().toISOString() }
  const userMetadata = copiesMetadata ? object.user_metadata : null
  const write = { ...to, owner: ownerOf(identity), blob, metadata, userMetadata, expects } as const
  try {
    const written = await database.as(identity, (tx) => writeObject(tx, write))
    if (written?.replacedBlob) await discardBlob(store, written.replacedBlob)
    const Key = `${to.bucket}/${to.name}`
    return Response.json({ Id: written?.id, Key, bucket_id: to.bucket, name: to.name })
  } catch (error) {
    const errorResponse = refusalOf(error)
    // As after an upload: the commit may have succeeded although its response was lost.
    if (!errorResponse) throw error
    await discardBlob(store, blob)
    return errorResponse
  }
}

interface CopyTarget {
  to: ObjectPath
  identity: Identity
  expects: 'either' | 'new'
}

const rejected = ({ database }: FilesCall, { to, identity, expects }: CopyTarget) =>
  rejectedByPolicy(database, { ...to, identity, expects })

interface CopiedContent {
  size: number
  mimetype: string
  width?: number
  height?: number
}

/** The limits of an upload hold for a copy, which is not decoded again. */
function beyondLimits(bucket: BucketRow, { size, mimetype, width = 0, height = 0 }: CopiedContent): Response | null {
  if (size > bucket.file_size_limit) return tooLarge()
  if (!isAllowedType(bucket.allowed_mime_types, mimetype)) return wrongType(mimetype)
  const isTooLong = bucket.longest_side !== null && Math.max(width, height) > bucket.longest_side
  return isTooLong ? refusal(413, 'Payload too large', 'The picture is larger than this bucket stores') : null
}
