import { readJson, rejectBody } from '#platform/http/requests/body.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { ConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'
import type { Render } from './pictures/render.ts'
import type { UploadTokens } from './signing/upload-tokens.ts'
import type { UrlSigner } from './signing/url-signer.ts'
import type { BlobStore } from './stores/blob-store.ts'

/** Uploads in parts, for callers with a key and for signed addresses. */
export interface ResumableAnswers {
  answer(call: FilesCall): Promise<Response>
  answerSigned(call: FilesCall): Promise<Response>
}

/** One request, with everything that its handler needs. */
export interface FilesCall {
  request: Request
  url: URL
  identity: Identity
  /** Path after the route's prefix. */
  rest: string
  database: Database
  store: BlobStore
  signer: UrlSigner
  uploadTokens: UploadTokens
  maxSignedSeconds: number
  pictureQueue: ConcurrencyLimiter
  render: Render
  resumable(): Promise<ResumableAnswers>
  sessionState?: ((claims: Record<string, unknown>) => Promise<'live' | 'ended' | 'unknown'>) | undefined
}

/** The body as JSON, or the response that rejects it. */
export async function readInput(request: Request): Promise<{ value: unknown } | Response> {
  return readJson(request, { reject: rejectBody, storable: true })
}
