import * as z from 'zod'
import { type FilesCall, readInput } from '../call.ts'
import { isObjectName, readObjectPath } from '../object-name.ts'
import { findReadableNames } from '../objects.ts'
import { transformQuery } from '../pictures/transform.ts'
import { badName, notFound, refusal, sessionEnded, sessionUnknown, usedToken } from '../refusals.ts'
import { rejectedByPolicy, uploadPlanned } from '../upload.ts'
import type { UploadPermit } from './upload-tokens.ts'

const signing = z.object({
  expiresIn: z.number().int().min(1),
  paths: z.array(z.string()).max(1_000).optional(),
  transform: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
})

/**
 * Handles `POST /object/sign/…`: addresses that open files without a key for a while. They cannot be revoked, so they
 * live no longer than the site allows.
 */
export async function sign(call: FilesCall): Promise<Response> {
  const { maxSignedSeconds, database, identity, signer } = call
  const body = await readInput(call.request)
  if (body instanceof Response) return body
  const input = signing.safeParse(body.value)
  if (!input.success || input.data.expiresIn > maxSignedSeconds)
    return refusal(400, 'invalid_request', `expiresIn must be a number of seconds, at most ${maxSignedSeconds}`)
  const rendering = transformQuery(input.data.transform)
  if (rendering instanceof Response) return rendering
  const expiresAtMs = Date.now() + input.data.expiresIn * 1_000
  const route = rendering === undefined ? 'object' : 'render/image'
  // Not encoded, because the client library encodes it.
  const addressOf = (path: string) => `/${route}/sign/${path}?token=${signer.sign(path, { expiresAtMs, rendering })}`
  if (!input.data.paths) {
    const path = readObjectPath(call.rest)
    if (!path) return badName()
    const readable = await findReadableNames(database, identity, { bucket: path.bucket, names: [path.name] })
    if (!readable.has(path.name)) return notFound()
    return Response.json({ signedURL: addressOf(`${path.bucket}/${path.name}`) })
  }
  const bucket = call.rest.replace(/\/$/, '')
  const names = input.data.paths.filter(isObjectName)
  const readable = await findReadableNames(database, identity, { bucket, names })
  const results = input.data.paths.map((path) =>
    readable.has(path)
      ? { error: null, path, signedURL: addressOf(`${bucket}/${path}`) }
      : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
  )
  return Response.json(results)
}

/** Handles `POST /object/upload/sign/…`: an address to which one file may be uploaded once, within two hours. */
export async function signUpload(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const upsert = call.request.headers.get('x-upsert') === 'true'
  const { identity } = call
  const rejection = await rejectedByPolicy(call.database, { ...path, identity, expects: upsert ? 'either' : 'new' })
  if (rejection) return rejection
  const token = call.uploadTokens.issue(path, { identity, upsert, nowMs: Date.now() })
  return Response.json({ url: `/object/upload/sign/${path.bucket}/${path.name}?token=${token}`, token })
}

/** Handles `PUT /object/upload/sign/…`: the file for a signed address, stored on behalf of the person who had it made. */
export async function uploadSigned(call: FilesCall): Promise<Response> {
  const path = readObjectPath(call.rest)
  if (!path) return badName()
  const permit = call.uploadTokens.read(call.url.searchParams.get('token') ?? '', path, Date.now())
  if (!permit) return usedToken()
  const rejection = await endedSession(call, permit)
  if (rejection) return rejection
  const plan = { ...path, identity: permit.identity, ...planOf(permit) }
  return uploadPlanned(call, { request: call.request, plan })
}

/** The response that rejects a permit whose session has ended since it was issued. */
export async function endedSession(
  { sessionState }: Pick<FilesCall, 'sessionState'>,
  { identity }: UploadPermit,
): Promise<Response | null> {
  const state = (await sessionState?.(identity.claims)) ?? 'live'
  if (state === 'live') return null
  return state === 'ended' ? sessionEnded() : sessionUnknown()
}

/** The file that a permit allows: writing it uses the permit up. */
export function planOf({ upsert, id, expiresAtMs }: UploadPermit) {
  return {
    expects: upsert ? ('either' as const) : ('new' as const),
    async alongside(tx: import('pg').PoolClient) {
      await tx.query('select storage.use_upload_token($1, $2)', [id, new Date(expiresAtMs)])
    },
  }
}
