import * as z from 'zod'
import { readJson, refuseBody } from '#platform/http/body.ts'
import { type ApiKeys, identify } from '#platform/http/keys.ts'
import type { Turns } from '#platform/http/turns.ts'
import { type Database, type Identity, SERVICE } from '#platform/postgres/database.ts'
import { type BlobStore, discard, StoreUnavailable } from './blob-store.ts'
import { download } from './download.ts'
import { listObjects, listQuery } from './list-objects.ts'
import { isObjectName, readObjectPath } from './object-name.ts'
import { deleteObjects, findBucket, findObject, type ObjectPath, type StoredObject } from './objects.ts'
import { createPictureWork } from './picture-work.ts'
import { badName, isFull, noBucket, notFound, refusal, refusalOf, storeAway } from './refusals.ts'
import { createRender } from './render.ts'
import { type UrlSigner, urlSigner } from './signed-urls.ts'
import { upload } from './upload.ts'

interface FilesDependencies {
  database: Database
  store: BlobStore
  keys: ApiKeys
  /** Hears why the store was of no use, for an operator. */
  onFault?(fault: unknown): void
  verifyAccessToken(token: string): Promise<Record<string, unknown> | null>
  sessionState?(claims: Record<string, unknown>): Promise<'live' | 'ended' | 'unknown'>
}

interface Call extends Omit<FilesDependencies, 'keys' | 'onFault' | 'verifyAccessToken' | 'sessionState'> {
  request: Request
  url: URL
  identity: Identity
  signer: UrlSigner
  pictureWork: Turns
  render: ReturnType<typeof createRender>
  /** The rest of the path after the route's own part. */
  rest: string
}

/** Answers `/storage/v1/object/…` and `/storage/v1/render/image/public/…` in the form the public storage client expects. */
export function createFilesHandler(dependencies: FilesDependencies): (request: Request) => Promise<Response> {
  const { database, store, keys } = dependencies
  const signer = urlSigner(keys.secret)
  const pictureWork = createPictureWork()
  const render = createRender({ database, store, pictureWork })
  return async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/storage\/v1/, '')
    const route = ROUTES.find(({ methods, prefix }) => methods.includes(request.method) && path.startsWith(prefix))
    if (!route) return refusal(404, 'not_found', 'Route not found')
    const identity = route.keyless ? SERVICE : await identify(request, dependencies)
    if (identity instanceof Response) return identity
    try {
      return await route.answer({
        database,
        store,
        request,
        url,
        identity,
        signer,
        pictureWork,
        render,
        rest: path.slice(route.prefix.length),
      })
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        dependencies.onFault?.(error)
        return storeAway()
      }
      // An operator has to make room.
      if (isFull(error)) dependencies.onFault?.(error)
      const refused = refusalOf(error)
      if (refused) return refused
      throw error
    }
  }
}

interface Route {
  methods: string[]
  prefix: string
  /** Opened from pages and mails without a key: the bucket or the token grants access. */
  keyless?: true
  answer(call: Call): Promise<Response>
}

const READ = ['GET', 'HEAD']

/** The first match answers. */
const ROUTES: Route[] = [
  { methods: READ, prefix: '/render/image/public/', keyless: true, answer: readRendered },
  { methods: READ, prefix: '/object/public/', keyless: true, answer: readPublic },
  { methods: READ, prefix: '/object/sign/', keyless: true, answer: readSigned },
  { methods: READ, prefix: '/object/info/public/', keyless: true, answer: (call) => readPublic(call, describe) },
  { methods: READ, prefix: '/object/info/authenticated/', answer: (call) => readOwn(call, describe) },
  { methods: READ, prefix: '/object/info/', answer: (call) => readOwn(call, describe) },
  { methods: READ, prefix: '/object/authenticated/', answer: readOwn },
  { methods: ['POST'], prefix: '/object/sign/', answer: sign },
  { methods: ['POST'], prefix: '/object/list/', answer: list },
  { methods: READ, prefix: '/object/', answer: readOwn },
  { methods: ['POST', 'PUT'], prefix: '/object/', answer: put },
  { methods: ['DELETE'], prefix: '/object/', answer: remove },
]

type Show = (call: Call, object: StoredObject, shared: boolean) => Response | Promise<Response>

const give: Show = ({ store, request }, object, shared) => download(store, { request, object, shared })

const describe: Show = (_, { blob: _blob, metadata, ...object }) => {
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

async function readPublic(call: Call, show = give): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const bucket = await findBucket(call.database, path.bucket)
  if (!bucket?.public) return noBucket()
  const object = await findObject(call.database, SERVICE, path)
  return object ? show(call, object, true) : notFound()
}

async function readRendered(call: Call): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  return call.render({ request: call.request, url: call.url, path })
}

async function readOwn(call: Call, show = give): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const object = await findObject(call.database, call.identity, path)
  return object ? show(call, object, false) : notFound()
}

async function readSigned(call: Call): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const token = call.url.searchParams.get('token') ?? ''
  if (!call.signer.holds(token, pathText(path), Date.now()))
    return refusal(400, 'InvalidJWT', 'The address has expired or is not right')
  const object = await findObject(call.database, SERVICE, path)
  return object ? give(call, object, false) : notFound()
}

async function put(call: Call): Promise<Response> {
  const path = readObjectPath(call.rest)
  return path ? upload(call, { request: call.request, identity: call.identity, path }) : badName()
}

/** A link is for a page that is open: one that is passed on must not open a private file for long. */
const LONGEST_SECONDS = 86_400

const signing = z.object({
  expiresIn: z.number().int().min(1).max(LONGEST_SECONDS),
  paths: z.array(z.string()).max(1_000).optional(),
})

async function sign(call: Call): Promise<Response> {
  const body = await readJson(call.request, { refuse: refuseBody })
  if (body instanceof Response) return body
  const asked = signing.safeParse(body.value)
  if (!asked.success)
    return refusal(400, 'invalid_request', `expiresIn must be a number of seconds, at most ${LONGEST_SECONDS}`)
  const expiresAtMs = Date.now() + asked.data.expiresIn * 1_000
  const one = async (path: ObjectPath) => {
    const object = await findObject(call.database, call.identity, path)
    // Not encoded, because the public client encodes it.
    return object ? `/object/sign/${pathText(path)}?token=${call.signer.sign(pathText(path), expiresAtMs)}` : null
  }
  if (!asked.data.paths) {
    const path = readObjectPath(call.rest)
    const signedURL = path ? await one(path) : null
    return signedURL ? Response.json({ signedURL }) : notFound()
  }
  const bucket = call.rest.replace(/\/$/, '')
  const answers = []
  for (const name of asked.data.paths) {
    const signedURL = isObjectName(name) ? await one({ bucket, name }) : null
    const error = signedURL ? null : 'Either the object does not exist or you do not have access to it'
    answers.push({ error, path: name, signedURL })
  }
  return Response.json(answers)
}

async function list(call: Call): Promise<Response> {
  const body = await readJson(call.request, { refuse: refuseBody })
  if (body instanceof Response) return body
  const query = listQuery.safeParse(body.value ?? {})
  if (!query.success) return refusal(400, 'invalid_request', 'The list cannot be asked for like this')
  const bucket = call.rest.replace(/\/$/, '')
  return Response.json(await listObjects(call.database, call.identity, { bucket, query: query.data }))
}

const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1_000) })

async function remove(call: Call): Promise<Response> {
  const path = readObjectPath(call.rest)
  let names: string[]
  if (path) names = [path.name]
  else {
    const body = await readJson(call.request, { refuse: refuseBody })
    if (body instanceof Response) return body
    const asked = removal.safeParse(body.value)
    if (!asked.success) return refusal(400, 'invalid_request', 'prefixes must be a list of names')
    names = asked.data.prefixes
  }
  const bucket = path?.bucket ?? call.rest.replace(/\/$/, '')
  const removed = await deleteObjects(call.database, call.identity, { bucket, names })
  for (const { blob } of removed) await discard(call.store, blob)
  if (path) return removed.length > 0 ? Response.json({ message: 'Successfully deleted' }) : notFound()
  return Response.json(removed.map(({ blob: _blob, ...object }) => object))
}

const pathText = ({ bucket, name }: ObjectPath) => `${bucket}/${name}`
