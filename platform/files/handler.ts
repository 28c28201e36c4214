import * as z from 'zod'
import { type ApiKeys, identify } from '#platform/http/guards/keys.ts'
import { readJson, rejectBody } from '#platform/http/requests/body.ts'
import { type Database, type Identity, SERVICE } from '#platform/postgres/database.ts'
import type { ConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'
import { download } from './download.ts'
import { createPictureQueue } from './edit-picture.ts'
import { listObjects, listQuery } from './list-objects.ts'
import { isObjectName, readObjectPath } from './object-name.ts'
import { deleteObjects, findBucket, findObject, type ObjectPath, type StoredObject } from './objects.ts'
import { badName, isDiskFull, noBucket, notFound, refusal, refusalOf, storeUnavailable } from './refusals.ts'
import { createRender } from './render.ts'
import { createUrlSigner, type UrlSigner } from './signed-urls.ts'
import { type BlobStore, discardBlob, StoreUnavailable } from './stores/blob-store.ts'
import { upload } from './upload.ts'

interface FilesDependencies {
  database: Database
  store: BlobStore
  keys: ApiKeys
  /** Called when the store is unavailable or the disk is full, for an operator. */
  onFault?(fault: unknown): void
  verifyAccessToken(token: string): Promise<Record<string, unknown> | null>
  sessionState?(claims: Record<string, unknown>): Promise<'live' | 'ended' | 'unknown'>
}

interface FilesCall extends Omit<FilesDependencies, 'keys' | 'onFault' | 'verifyAccessToken' | 'sessionState'> {
  request: Request
  url: URL
  identity: Identity
  signer: UrlSigner
  pictureQueue: ConcurrencyLimiter
  render: ReturnType<typeof createRender>
  /** Path after the route's prefix. */
  rest: string
}

/**
 * Handles `/storage/v1/object/…` and `/storage/v1/render/image/public/…`, compatible with Supabase's storage client.
 */
export function createFilesHandler(dependencies: FilesDependencies): (request: Request) => Promise<Response> {
  const { database, store, keys } = dependencies
  const signer = createUrlSigner(keys.secret)
  const pictureQueue = createPictureQueue()
  const render = createRender({ database, store, pictureQueue })
  return async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/storage\/v1/, '')
    const route = ROUTES.find(({ methods, prefix }) => methods.includes(request.method) && path.startsWith(prefix))
    if (!route) return refusal(404, 'not_found', 'Route not found')
    const identity = route.keyless ? SERVICE : await identify(request, dependencies)
    if (identity instanceof Response) return identity
    try {
      return await route.handle({
        database,
        store,
        request,
        url,
        identity,
        signer,
        pictureQueue,
        render,
        rest: path.slice(route.prefix.length),
      })
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        dependencies.onFault?.(error)
        return storeUnavailable()
      }
      // An operator has to free space.
      if (isDiskFull(error)) dependencies.onFault?.(error)
      const errorResponse = refusalOf(error)
      if (errorResponse) return errorResponse
      throw error
    }
  }
}

interface FilesRoute {
  methods: string[]
  prefix: string
  /** Requests from pages and mails carry no key: the public bucket or the token grants access. */
  keyless?: true
  handle(call: FilesCall): Promise<Response>
}

const READ = ['GET', 'HEAD']

/** The first match handles the request. */
const ROUTES: FilesRoute[] = [
  { methods: READ, prefix: '/render/image/public/', keyless: true, handle: readRendered },
  { methods: READ, prefix: '/object/public/', keyless: true, handle: readPublic },
  { methods: READ, prefix: '/object/sign/', keyless: true, handle: readSigned },
  { methods: READ, prefix: '/object/info/public/', keyless: true, handle: (call) => readPublic(call, sendInfo) },
  { methods: READ, prefix: '/object/info/authenticated/', handle: (call) => readOwn(call, sendInfo) },
  { methods: READ, prefix: '/object/info/', handle: (call) => readOwn(call, sendInfo) },
  { methods: READ, prefix: '/object/authenticated/', handle: readOwn },
  { methods: ['POST'], prefix: '/object/sign/', handle: sign },
  { methods: ['POST'], prefix: '/object/list/', handle: list },
  { methods: READ, prefix: '/object/', handle: readOwn },
  { methods: ['POST', 'PUT'], prefix: '/object/', handle: put },
  { methods: ['DELETE'], prefix: '/object/', handle: remove },
]

type Respond = (call: FilesCall, object: StoredObject, shared: boolean) => Response | Promise<Response>

const sendBytes: Respond = ({ store, request }, object, shared) => download(store, { request, object, shared })

const sendInfo: Respond = (_, { blob: _blob, metadata, ...object }) => {
  const {
    size,
    mimetype: content_type,
    cacheControl: cache_control,
    eTag: etag,
    lastModified: last_modified,
    width,
    height,
    colour,
  } = metadata
  const picture = { width, height, colour }
  return Response.json({ ...object, size, content_type, cache_control, etag, last_modified, metadata: picture })
}

async function readPublic(call: FilesCall, respond = sendBytes): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const bucket = await findBucket(call.database, path.bucket)
  if (!bucket?.public) return noBucket()
  const object = await findObject(call.database, SERVICE, path)
  return object ? respond(call, object, true) : notFound()
}

async function readRendered(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  return call.render({ request: call.request, url: call.url, path })
}

async function readOwn(call: FilesCall, respond = sendBytes): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const object = await findObject(call.database, call.identity, path)
  return object ? respond(call, object, false) : notFound()
}

async function readSigned(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const token = call.url.searchParams.get('token') ?? ''
  if (!call.signer.verify(token, pathText(path), Date.now()))
    return refusal(400, 'InvalidJWT', 'The address has expired or is not right')
  const object = await findObject(call.database, SERVICE, path)
  return object ? sendBytes(call, object, false) : notFound()
}

async function put(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  return path ? upload(call, { request: call.request, identity: call.identity, path }) : badName()
}

/** Signed links are for an open page; a link that is passed on must not open a private file for long. */
const LONGEST_SECONDS = 86_400

const signing = z.object({
  expiresIn: z.number().int().min(1).max(LONGEST_SECONDS),
  paths: z.array(z.string()).max(1_000).optional(),
})

async function sign(call: FilesCall): Promise<Response> {
  const body = await readJson(call.request, { reject: rejectBody })
  if (body instanceof Response) return body
  const input = signing.safeParse(body.value)
  if (!input.success)
    return refusal(400, 'invalid_request', `expiresIn must be a number of seconds, at most ${LONGEST_SECONDS}`)
  const expiresAtMs = Date.now() + input.data.expiresIn * 1_000
  const signedPath = async (path: ObjectPath) => {
    const object = await findObject(call.database, call.identity, path)
    // Not encoded, because the client library encodes it.
    return object ? `/object/sign/${pathText(path)}?token=${call.signer.sign(pathText(path), expiresAtMs)}` : null
  }
  if (!input.data.paths) {
    const path = readObjectPath(call.rest)
    const signedURL = path ? await signedPath(path) : null
    return signedURL ? Response.json({ signedURL }) : notFound()
  }
  const bucket = call.rest.replace(/\/$/, '')
  const results = []
  for (const name of input.data.paths) {
    const signedURL = isObjectName(name) ? await signedPath({ bucket, name }) : null
    const error = signedURL ? null : 'Either the object does not exist or you do not have access to it'
    results.push({ error, path: name, signedURL })
  }
  return Response.json(results)
}

async function list(call: FilesCall): Promise<Response> {
  const body = await readJson(call.request, { reject: rejectBody })
  if (body instanceof Response) return body
  const query = listQuery.safeParse(body.value ?? {})
  if (!query.success) return refusal(400, 'invalid_request', 'The list cannot be asked for like this')
  const bucket = call.rest.replace(/\/$/, '')
  return Response.json(await listObjects(call.database, call.identity, { bucket, query: query.data }))
}

const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1_000) })

async function remove(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  let names: string[]
  if (path) names = [path.name]
  else {
    const body = await readJson(call.request, { reject: rejectBody })
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

const pathText = ({ bucket, name }: ObjectPath) => `${bucket}/${name}`
