import { createHash } from 'node:crypto'
import { createTurns, TooBusy } from '../http/turns.ts'
import { type Database, SERVICE } from '../postgres/database.ts'
import type { Limit, RateLimits } from '../rate-limits/rate-limits.ts'
import type { DrawThread } from './draw-thread.ts'
import type { Paper } from './paper.ts'

/** To be raised whenever the code of this folder draws a paper differently: what was drawn before is then drawn again. */
export const DRAWING_VERSION = 1

const PER_PERSON = { tries: 30, windowSeconds: 300 }
const QUEUE = { atOnce: 1, waiting: 40, waitingEach: 3 }
const BUSY_SECONDS = 5
/** Larger ones are drawn each time. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024

export type DrawnPaper = { bytes: Uint8Array<ArrayBuffer> } | { retryAfterSeconds: number }

interface DrawnPapers {
  /** The PDF, as it was drawn the first time, or when to ask again. */
  get(paper: Paper, person: string): Promise<DrawnPaper>
}

interface DrawnPapersOptions {
  database: Pick<Database, 'as'>
  rateLimits: Pick<RateLimits, 'take'>
  thread: Pick<DrawThread, 'draw'>
  /** Papers that one person may have drawn; what is kept already is given without a limit. */
  perPerson?: Pick<Limit, 'tries' | 'windowSeconds'>
  onFault(fault: unknown): void
}

/** Each paper is drawn once, off the main thread, and kept for every process of the service. People take turns. */
export function openDrawnPapers({
  database,
  rateLimits,
  thread,
  perPerson = PER_PERSON,
  onFault,
}: DrawnPapersOptions): DrawnPapers {
  const turns = createTurns(QUEUE)
  const drawing = new Map<string, Promise<DrawnPaper>>()

  async function draw(paper: Paper, { digest, person }: { digest: Buffer; person: string }): Promise<DrawnPaper> {
    const limit: Limit = { key: `drawn-papers:${person}`, ...perPerson }
    const wait = await rateLimits.take([limit])
    if (wait > 0) return { retryAfterSeconds: wait }
    try {
      const bytes = await turns(person, () => thread.draw(paper))
      // Whoever asked has their paper, whether or not it can be kept.
      await keep(database, digest, bytes).catch(onFault)
      return { bytes }
    } catch (error) {
      if (error instanceof TooBusy) return { retryAfterSeconds: BUSY_SECONDS }
      throw error
    }
  }

  return {
    async get(paper, person) {
      const digest = digestOf(paper)
      const kept = await find(database, digest)
      if (kept) return { bytes: kept }
      const key = digest.toString('base64url')
      const running = drawing.get(key)
      if (running) return running
      const mine = draw(paper, { digest, person }).finally(() => drawing.delete(key))
      drawing.set(key, mine)
      return mine
    },
  }
}

function digestOf(paper: Paper): Buffer {
  return createHash('sha256')
    .update(`${DRAWING_VERSION}\n${JSON.stringify(paper)}`)
    .digest()
}

async function find(database: Pick<Database, 'as'>, digest: Buffer): Promise<Uint8Array<ArrayBuffer> | null> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ bytes: Buffer; is_old: boolean }>(
      `select bytes, used_at < now() - interval '1 day' as is_old from public.drawn_papers where digest = $1`,
      [digest],
    )
    const [row] = rows
    if (row?.is_old) await tx.query('update public.drawn_papers set used_at = now() where digest = $1', [digest])
    return row ? new Uint8Array(row.bytes) : null
  })
}

async function keep(database: Pick<Database, 'as'>, digest: Buffer, bytes: Uint8Array): Promise<void> {
  if (bytes.length > MOST_KEPT_BYTES) return
  await database.as(SERVICE, (tx) =>
    tx.query('insert into public.drawn_papers (digest, bytes) values ($1, $2) on conflict do nothing', [digest, bytes]),
  )
}
