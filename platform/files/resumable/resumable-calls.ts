import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ERRORS, MemoryLocker, Server, type Upload } from '@tus/server'
import type { Identity } from '#platform/postgres/database.ts'
import { MAX_FILE_BYTES } from '../buckets/bucket-input.ts'
import type { FilesCall, ResumableAnswers } from '../call.ts'
import { isObjectName } from '../object-name.ts'
import { findBucket, type ObjectPath } from '../objects.ts'
import { parseMaxAge, parseMetadata } from '../read-upload.ts'
import { badMetadata, badName, noBucket, refusal, tooLarge, usedToken } from '../refusals.ts'
import { endedSession, planOf } from '../signing/sign.ts'
import type { UploadPermit } from '../signing/upload-tokens.ts'
import { ownerOf, type PlannedFile, rejectedByPolicy, storeFile } from '../upload.ts'
import { PartStore } from './part-store.ts'
import { deleteRefusedUpload, type NewUpload, type ResumableUpload } from './upload-rows.ts'

const PATH = '/storage/v1/upload/resumable'

/** Ends a request with this response; the server that calls us knows only statuses and texts. */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly response: Response
  constructor(response: Response) {
    super('Refused')
    this.response = response
  }
}

interface Uploader {
  identity: Identity
  /** Names the caller in the rows of their uploads. */
  key: string
  permit?: UploadPermit
}

/** Handles `/upload/resumable`: uploads in parts by the protocol of tus 1.0. */
export function createResumable(): ResumableAnswers {
  // A request that finds another one at work on its upload ends that one, whose connection is usually dead. Between
  // processes, the row of the upload decides whose bytes count.
  const locker = new MemoryLocker()
  const storing = new Map<string, Promise<unknown>>()
  return {
    /** For callers with a key. */
    answer(call) {
      const { identity } = call
      const owner = ownerOf(identity)
      const key = owner === null ? `role ${identity.role}` : `person ${owner}`
      const callerOf = async () => ({ identity, key })
      return serve(call, { path: PATH, locker, storing, callerOf })
    },
    /** For an address that was signed, whose token is in `x-signature`. */
    answerSigned: (call) =>
      serve(call, { path: `${PATH}/sign`, locker, storing, callerOf: (path) => permittedCaller(call, path) }),
  }
}

async function permittedCaller(call: FilesCall, path: ObjectPath): Promise<Uploader> {
  const permit = call.uploadTokens.read(call.request.headers.get('x-signature') ?? '', path, Date.now())
  if (!permit) throw new Refused(usedToken())
  const rejection = await endedSession(call, permit)
  if (rejection) throw new Refused(rejection)
  return { identity: permit.identity, key: `signed ${permit.id}`, permit }
}

interface UploadRoute {
  path: string
  locker: MemoryLocker
  /** Parts that are being stored, by upload. */
  storing: Map<string, Promise<unknown>>
  /** Throws if this request may not upload that file. */
  callerOf(path: ObjectPath): Promise<Uploader>
}

async function serve(call: FilesCall, route: UploadRoute): Promise<Response> {
  let fault: unknown
  const { datastore, begin } = openParts(call, route)
  const server = new Server({
    path: route.path,
    datastore,
    locker: route.locker,
    maxSize: MAX_FILE_BYTES,
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    // Before the lock, so that a stranger cannot end a request that is at work.
    async onIncomingRequest({ method }, id) {
      if (method !== 'POST') await datastore.check(id)
    },
    async onUploadCreate(_, upload) {
      await begin(upload)
      return {}
    },
    onResponseError(_, error) {
      if (!('status_code' in error)) fault = error
      return undefined
    },
  })
  const response = await server.handleWeb(call.request)
  const { failure } = datastore
  if (failure && !isTusError(failure)) fault ??= failure
  if (fault instanceof Refused) return withTusHeaders(fault.response, response.headers)
  if (fault) throw fault
  if (response.status < 400) return response
  const { status_code, body } = isTusError(failure)
    ? failure
    : { status_code: response.status, body: await response.text() }
  const isOvertaken = body === ERRORS.ABORTED.body
  const status = isOvertaken ? 423 : (CLIENT_STATUSES.get(status_code) ?? status_code)
  return withTusHeaders(refusal(status, 'tus', body.trim()), response.headers)
}

const isTusError = (error: unknown): error is { status_code: number; body: string } =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error

/** Extensions that are not available, and a lock that another request has not released: no faults of the server. */
const CLIENT_STATUSES = new Map([
  [501, 400],
  [500, 423],
])

function withTusHeaders(response: Response, headers: Headers): Response {
  for (const name of ['tus-resumable', 'connection']) {
    const value = headers.get(name)
    if (value !== null) response.headers.set(name, value)
  }
  return response
}

/** The store of parts as this request may use it, and the check of an upload that it creates. */
function openParts(call: FilesCall, route: UploadRoute) {
  const { database, store, request } = call
  let caller: Uploader | undefined
  let created: NewUpload | undefined

  /** Checks by the policies, before a byte is read. */
  async function begin({ id, size = 0, metadata = {} }: Upload): Promise<void> {
    const { bucketName: bucket, objectName: name } = metadata
    if (!bucket || !name || !isObjectName(name)) throw new Refused(badName())
    if (parseMetadata(metadata.metadata) === undefined) throw new Refused(badMetadata())
    caller = await route.callerOf({ bucket, name })
    const limits = await findBucket(database, bucket)
    if (!limits) throw new Refused(noBucket())
    if (size > limits.file_size_limit) throw new Refused(tooLarge())
    const isUpsert = caller.permit?.upsert ?? request.headers.get('x-upsert') === 'true'
    created = { id, caller: caller.key, bucket, name, size, metadata, isUpsert }
    const rejection = await rejectedByPolicy(database, planFor(caller, created))
    if (rejection) throw new Refused(rejection)
  }

  async function claim(upload: ResumableUpload): Promise<boolean> {
    caller ??= await route.callerOf(upload)
    return caller.key === upload.caller
  }

  async function finish(upload: ResumableUpload, bytes: Uint8Array): Promise<void> {
    assert(caller, 'An upload is finished by the caller who has claimed it')
    const plan = planFor(caller, upload)
    const stored = await storeFile(call, {
      bucket: upload.bucket,
      name: upload.name,
      identity: plan.identity,
      expects: plan.expects,
      bytes,
      maxAgeSeconds: parseMaxAge(/\d+/.exec(upload.metadata.cacheControl ?? '')?.[0]),
      userMetadata: parseMetadata(upload.metadata.metadata) ?? null,
      async alongside(tx) {
        await plan.alongside?.(tx)
        await tx.query('select storage.finish_upload($1, $2)', [upload.id, upload.received])
      },
    })
    if (!(stored instanceof Response)) return
    if (NEVER_ACCEPTED.has(stored.status)) await deleteRefusedUpload(database, upload)
    throw new Refused(stored)
  }

  const planned = () => {
    assert(created, 'An upload is checked before it is created')
    return created
  }
  return { datastore: new PartStore({ database, store, storing: route.storing, claim, planned, finish }), begin }
}

/** Statuses of content that would be refused again, whatever the client does. */
const NEVER_ACCEPTED = new Set([400, 413, 415, 422])

function planFor({ identity, permit }: Uploader, { bucket, name, isUpsert }: NewUpload): PlannedFile {
  const file = { bucket, name, identity }
  if (permit) return { ...file, ...planOf(permit) }
  return { ...file, expects: isUpsert ? 'either' : 'new' }
}
