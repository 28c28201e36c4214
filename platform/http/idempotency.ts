import { createHash } from 'node:crypto'
import type pg from 'pg'

interface IdempotentCall {
  /** Who asks: a user id, or the name of a key. */
  actor: string
  /** The called verb, e.g. `POST /functions/v1/pay`. */
  route: string
  key: string
  /** The parsed body; two bodies are the same when their JSON is, whatever the order of the fields. */
  body: unknown
}

interface Answer {
  status: number
  answer: unknown
}

/** `refused` means that nothing was done: the key belongs to another body. */
type IdempotentAnswer = (Answer & { outcome: 'done' | 'replayed' }) | { outcome: 'refused' }

/**
 * Runs `work` once per (actor, route, key). The key is written in the transaction of the effect: when `work` throws,
 * both disappear and a retry starts afresh. A second caller waits on the unique index until the first one has ended.
 * Needs `tx` to run as service_role at READ COMMITTED, because the waiter must see what the first one committed.
 */
export async function withIdempotency(
  tx: pg.PoolClient,
  call: IdempotentCall,
  work: () => Promise<Answer>,
): Promise<IdempotentAnswer> {
  const bodyHash = hashOfBody(call.body)
  const where = [call.actor, call.route, call.key]
  const claimed = await tx.query({
    name: 'claim-idempotency-key',
    text: 'insert into public.idempotency_keys (actor, route, key, body_hash) values ($1, $2, $3, $4) on conflict do nothing',
    values: [...where, bodyHash],
  })
  if (claimed.rowCount === 0) return storedAnswer(tx, where, bodyHash)

  const { status, answer } = await work()
  // Not awaited, so that it travels with the commit: locks end a round trip earlier. Should it fail, so does the commit.
  const keeping = tx.query({
    name: 'keep-idempotent-answer',
    text: 'update public.idempotency_keys set status = $4, answer = $5::jsonb where actor = $1 and route = $2 and key = $3',
    values: [...where, status, JSON.stringify(answer ?? null)],
  })
  keeping.catch(() => undefined)
  return { outcome: 'done', status, answer }
}

async function storedAnswer(tx: pg.PoolClient, where: string[], bodyHash: Buffer): Promise<IdempotentAnswer> {
  const { rows } = await tx.query<{ body_hash: Buffer; status: number | null; answer: unknown }>(
    'select body_hash, status, answer from public.idempotency_keys where actor = $1 and route = $2 and key = $3',
    where,
  )
  const stored = rows[0]
  if (!stored || stored.status === null) {
    throw new Error('An idempotency key is taken but its answer cannot be read; is the transaction READ COMMITTED?')
  }
  if (!stored.body_hash.equals(bodyHash)) return { outcome: 'refused' }
  return { outcome: 'replayed', status: stored.status, answer: stored.answer }
}

/** The key a client sent, null when it sent none, undefined when what it sent cannot be one (answer that with 400). */
export function readIdempotencyKey(headers: Headers): string | null | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

/** SHA-256 over JSON with sorted fields. */
export function hashOfBody(body: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(body)).digest()
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
