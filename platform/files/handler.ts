import { type ApiKeys, identify } from '#platform/http/guards/keys.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { bucketCalls } from './buckets/bucket-calls.ts'
import type { FilesCall, ResumableAnswers } from './call.ts'
import { list, listV2 } from './lists/listing.ts'
import { copy, move } from './move-copy.ts'
import { createPictureQueue } from './pictures/edit-picture.ts'
import { createRender } from './pictures/render.ts'
import {
  readOwn,
  readOwnRendered,
  readPublic,
  readRendered,
  readSigned,
  readSignedRendered,
  sendInfo,
} from './reading.ts'
import { isDiskFull, refusal, refusalOf, storeUnavailable } from './refusals.ts'
import { sign, signUpload, uploadSigned } from './signing/sign.ts'
import { createUploadTokens } from './signing/upload-tokens.ts'
import { createUrlSigner } from './signing/url-signer.ts'
import { type BlobStore, StoreUnavailable } from './stores/blob-store.ts'
import { put, remove } from './writing.ts'

interface FilesDependencies {
  database: Database
  store: BlobStore
  keys: ApiKeys
  /** Longest life of a signed address; a day by default. */
  maxSignedSeconds?: number
  /** Called when the store is unavailable or the disk is full, for an operator. */
  onFault?(fault: unknown): void
  verifyAccessToken(token: string): Promise<Record<string, unknown> | null>
  sessionState?(claims: Record<string, unknown>): Promise<'live' | 'ended' | 'unknown'>
}

const DAY_SECONDS = 86_400

/** Handles `/storage/v1`, compatible with Supabase's storage client. */
export function createFilesHandler(dependencies: FilesDependencies): (request: Request) => Promise<Response> {
  const { database, store, keys, maxSignedSeconds = DAY_SECONDS, sessionState } = dependencies
  const pictureQueue = createPictureQueue()
  const parts = {
    database,
    store,
    pictureQueue,
    maxSignedSeconds,
    sessionState,
    signer: createUrlSigner(keys.secret),
    uploadTokens: createUploadTokens(keys.secret),
    render: createRender({ database, store, pictureQueue }),
    resumable: openResumable(),
  }
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/storage\/v1/, '')
    const route = ROUTES.find((one) => one.methods.includes(request.method) && matches(path, one))
    if (!route) return refusal(404, 'not_found', 'Route not found')
    const identity = route.keyless ? SERVICE : await identify(request, dependencies)
    if (identity instanceof Response) return identity
    try {
      return await route.handle({ ...parts, request, url, identity, rest: path.slice(route.prefix.length) })
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
  return async (request) => {
    const answered = await answer(request)
    return request.method === 'HEAD' && answered.body ? new Response(null, answered) : answered
  }
}

/** Imported on first use, because most files arrive in one piece. */
function openResumable(): FilesCall['resumable'] {
  let opened: Promise<ResumableAnswers> | undefined
  return () => {
    opened ??= import('./resumable/resumable-calls.ts').then(({ createResumable }) => createResumable())
    return opened
  }
}

interface FilesRoute {
  methods: string[]
  /** A path, and those below it if it ends with a slash. */
  prefix: string
  /** Requests from pages and mails carry no key: the public bucket or the token grants access. */
  keyless?: true
  handle(call: FilesCall): Promise<Response>
}

const matches = (path: string, { prefix }: FilesRoute) =>
  prefix.endsWith('/') ? path.startsWith(prefix) : path.replace(/\/$/, '') === prefix

const READ = ['GET', 'HEAD']
const TUS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']

const resume = async (call: FilesCall) => (await call.resumable()).answer(call)
const resumeSigned = async (call: FilesCall) => (await call.resumable()).answerSigned(call)

/** The first match handles the request. */
const ROUTES: FilesRoute[] = [
  { methods: ['GET', 'HEAD', 'POST'], prefix: '/bucket', handle: bucketCalls },
  { methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'], prefix: '/bucket/', handle: bucketCalls },
  { methods: TUS, prefix: '/upload/resumable/sign', keyless: true, handle: resumeSigned },
  { methods: TUS, prefix: '/upload/resumable/sign/', keyless: true, handle: resumeSigned },
  { methods: TUS, prefix: '/upload/resumable', handle: resume },
  { methods: TUS, prefix: '/upload/resumable/', handle: resume },
  { methods: READ, prefix: '/render/image/public/', keyless: true, handle: readRendered },
  { methods: READ, prefix: '/render/image/sign/', keyless: true, handle: readSignedRendered },
  { methods: READ, prefix: '/render/image/authenticated/', handle: readOwnRendered },
  { methods: READ, prefix: '/object/public/', keyless: true, handle: readPublic },
  { methods: READ, prefix: '/object/sign/', keyless: true, handle: readSigned },
  { methods: READ, prefix: '/object/info/public/', keyless: true, handle: (call) => readPublic(call, sendInfo) },
  { methods: READ, prefix: '/object/info/authenticated/', handle: (call) => readOwn(call, sendInfo) },
  { methods: READ, prefix: '/object/info/', handle: (call) => readOwn(call, sendInfo) },
  { methods: READ, prefix: '/object/authenticated/', handle: readOwn },
  { methods: ['PUT'], prefix: '/object/upload/sign/', keyless: true, handle: uploadSigned },
  { methods: ['POST'], prefix: '/object/upload/sign/', handle: signUpload },
  { methods: ['POST'], prefix: '/object/sign/', handle: sign },
  { methods: ['POST'], prefix: '/object/move', handle: move },
  { methods: ['POST'], prefix: '/object/copy', handle: copy },
  { methods: ['POST'], prefix: '/object/list-v2/', handle: listV2 },
  { methods: ['POST'], prefix: '/object/list/', handle: list },
  { methods: READ, prefix: '/object/', handle: readOwn },
  { methods: ['POST', 'PUT'], prefix: '/object/', handle: put },
  { methods: ['DELETE'], prefix: '/object/', handle: remove },
]
