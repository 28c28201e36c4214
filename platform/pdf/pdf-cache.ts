import { createHash } from 'node:crypto'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { createConcurrencyLimiter, TooBusy } from '#platform/queues/concurrency-limiter.ts'
import type { Limit, RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { DrawThread } from './draw-thread.ts'
import type { Paper } from './paper.ts'
import { nextTurn, paperPieces } from './paper-pieces.ts'

/**
 * Part of the cache key. Increment it when the code in this folder changes how papers look, so that cached PDFs are
 * rendered again.
 */
export const DRAWING_VERSION = 2

const PER_PERSON = { tries: 30, windowSeconds: 300 }
/** One at a time, because the thread draws them one after the other. The groups are persons. */
const QUEUE = { maxRunning: 1, maxQueued: 40, maxQueuedPerGroup: 3 }
const BUSY_RETRY_SECONDS = 5
/** Larger PDFs are not cached. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024

export type PdfResult = { bytes: Uint8Array<ArrayBuffer> } | { retryAfterSeconds: number }

interface PdfCache {
  /** Returns the cached or newly rendered PDF, or when to retry. */
  get(paper: Paper, person: string): Promise<PdfResult>
}

interface PdfCacheOptions {
  database: Pick<Database, 'as'>
  rateLimits: Pick<RateLimits, 'take'>
  thread: Pick<DrawThread, 'draw'>
  /** Rate limit per person for rendering; cached PDFs are not limited. */
  perPerson?: Pick<Limit, 'tries' | 'windowSeconds'>
  onFault(fault: unknown): void
}

/**
 * Renders each paper once, off the main thread, and caches the PDF for all processes. Requests of different people are
 * queued fairly.
 */
export function openPdfCache({
  database,
  rateLimits,
  thread,
  perPerson = PER_PERSON,
  onFault,
}: PdfCacheOptions): PdfCache {
  const limiter = createConcurrencyLimiter(QUEUE)
  const inFlight = new Map<string, Promise<PdfResult>>()

  async function draw(paper: Paper, { digest, person }: { digest: Buffer; person: string }): Promise<PdfResult> {
    const limit: Limit = { key: `drawn-papers:${person}`, ...perPerson }
    const wait = await rateLimits.take([limit])
    if (wait > 0) return { retryAfterSeconds: wait }
    try {
      const bytes = await limiter(person, () => thread.draw(paper))
      // The caller gets the PDF even if it cannot be cached.
      await store(database, digest, bytes).catch(onFault)
      return { bytes }
    } catch (error) {
      if (error instanceof TooBusy) return { retryAfterSeconds: BUSY_RETRY_SECONDS }
      throw error
    }
  }

  return {
    async get(paper, person) {
      const digest = await digestOf(paper)
      const cached = await findCached(database, digest)
      if (cached) return { bytes: cached }
      const key = digest.toString('base64url')
      const running = inFlight.get(key)
      if (running) return running
      const rendering = draw(paper, { digest, person }).finally(() => inFlight.delete(key))
      inFlight.set(key, rendering)
      return rendering
    },
  }
}

async function digestOf(paper: Paper): Promise<Buffer> {
  const hash = createHash('sha256').update(String(DRAWING_VERSION))
  for (const piece of paperPieces(paper)) {
    hash.update(`\n${JSON.stringify(piece)}`)
    if (piece.kind === 'rows') await nextTurn()
  }
  return hash.digest()
}

async function findCached(database: Pick<Database, 'as'>, digest: Buffer): Promise<Uint8Array<ArrayBuffer> | null> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ bytes: Buffer; is_old: boolean }>(
      `select bytes, used_at < now() - interval '1 day' as is_old from public.rendered_pdfs where digest = $1`,
      [digest],
    )
    const [row] = rows
    if (row?.is_old) await tx.query('update public.rendered_pdfs set used_at = now() where digest = $1', [digest])
    return row ? new Uint8Array(row.bytes) : null
  })
}

async function store(database: Pick<Database, 'as'>, digest: Buffer, bytes: Uint8Array): Promise<void> {
  if (bytes.length > MAX_CACHED_BYTES) return
  await database.as(SERVICE, (tx) =>
    tx.query('insert into public.rendered_pdfs (digest, bytes) values ($1, $2) on conflict do nothing', [
      digest,
      bytes,
    ]),
  )
}
