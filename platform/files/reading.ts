import { createHash } from 'node:crypto'
import { SERVICE } from '#platform/postgres/database.ts'
import type { FilesCall } from './call.ts'
import { download } from './download.ts'
import { readObjectPath } from './object-name.ts'
import { findBucket, findObject, type ObjectPath, type StoredObject } from './objects.ts'
import { badName, noBucket, notFound, refusal } from './refusals.ts'

type Respond = (call: FilesCall, object: StoredObject, shared: boolean) => Response | Promise<Response>

const sendBytes: Respond = ({ store, request }, object, shared) => download(store, { request, object, shared })

/** Sends what is known about an object instead of its bytes. */
export const sendInfo: Respond = (_, { id, bucket_id, name, blob, metadata, user_metadata, created_at }) => {
  const { size, mimetype: content_type, cacheControl: cache_control, eTag: etag, width, height, colour } = metadata
  return Response.json({
    id,
    version: versionOf(blob),
    name,
    bucket_id,
    size,
    content_type,
    cache_control,
    etag,
    metadata: user_metadata ?? {},
    last_modified: metadata.lastModified,
    created_at,
    ...(width !== undefined && { width, height, colour }),
  })
}

/** A uuid that changes with the content. Names of blobs are not told to clients. */
function versionOf(blob: string): string {
  const digits = createHash('sha256').update(blob).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

export async function readPublic(call: FilesCall, respond = sendBytes): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const bucket = await findBucket(call.database, path.bucket)
  if (!bucket?.public) return noBucket()
  const object = await findObject(call.database, SERVICE, path)
  return object ? respond(call, object, true) : notFound()
}

export async function readOwn(call: FilesCall, respond = sendBytes): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const object = await findObject(call.database, call.identity, path)
  return object ? respond(call, object, false) : notFound()
}

export async function readSigned(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const grant = verifiedGrant(call, path)
  if (!grant || grant.rendering !== undefined) return expired()
  const object = await findObject(call.database, SERVICE, path)
  return object ? sendBytes(call, object, false) : notFound()
}

/** A picture of a public bucket in one of four widths. */
export async function readRendered(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  return path ? call.render.shared({ request: call.request, url: call.url, path }) : badName()
}

/** A picture that the caller may read, in the size that the query asks for. */
export async function readOwnRendered(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const object = await findObject(call.database, call.identity, path)
  if (!object) return notFound()
  const group = String(call.identity.claims.sub ?? call.identity.role)
  return call.render.exact({ request: call.request, query: call.url.searchParams, object, group })
}

/** A picture in the size that was chosen when its address was signed. */
export async function readSignedRendered(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const grant = verifiedGrant(call, path)
  if (grant?.rendering === undefined) return expired()
  const object = await findObject(call.database, SERVICE, path)
  if (!object) return notFound()
  const query = new URLSearchParams(grant.rendering)
  return call.render.exact({ request: call.request, query, object, group: object.owner ?? 'signed' })
}

const verifiedGrant = ({ signer, url }: FilesCall, { bucket, name }: ObjectPath) =>
  signer.verify(url.searchParams.get('token') ?? '', `${bucket}/${name}`, Date.now())

const expired = () => refusal(400, 'InvalidJWT', 'The address has expired or is not right')
