import { createHash } from 'node:crypto'
import type pg from 'pg'

interface IdempotentCall {
  /** The caller: a user id, or the name of a key. */
  actor: string
  /** The called verb: a command's name, or a write to a table such as `POST orders`. */
  route: string
  key: string
  /** The parsed body; two bodies are equal if their JSON is, whatever the order of the fields. */
  body: unknown
}

interface CallResult {
  status: number
  answer: unknown
}

/** `refused`: nothing was done, because the key was used with another body. */
type IdempotentResult = (CallResult & { outcome: 'done' | 'replayed' }) | { outcome: 'refused' }

/**
 * Runs `work` once per (actor, route, key). The key is written in the same transaction as the effect: if `work` throws,
 * both are rolled back and a retry starts over. A concurrent second call waits on the unique index until the first one
 * has ended. Requires `tx` to run as service_role at READ COMMITTED, so that the second call sees what the first one
 * committed.
 */
export async function withIdempotency(
  tx: pg.PoolClient,
  call: IdempotentCall,
  work: () => Promise<CallResult>,
): Promise<IdempotentResult> {
  const bodyHash = hashOfBody(call.body)
  const keyValues = [call.actor, call.route, call.key]
  const claimed = await tx.query({
    name: 'claim-idempotency-key',
    text: 'insert into public.idempotency_keys (actor, route, key, body_hash) values ($1, $2, $3, $4) on conflict do nothing',
    values: [...keyValues, bodyHash],
  })
  if (claimed.rowCount === 0) return readStoredResult(tx, keyValues, bodyHash)

  const { status, answer } = await work()
  // This isn't awaited, so that it is sent with the commit and locks end a round trip earlier. If it fails, so does the
  // commit.
  const saving = tx.query({
    name: 'keep-idempotent-answer',
    text: 'update public.idempotency_keys set status = $4, answer = $5::jsonb where actor = $1 and route = $2 and key = $3',
    values: [...keyValues, status, JSON.stringify(answer ?? null)],
  })
  saving.catch(() => undefined)
  return { outcome: 'done', status, answer }
}

async function readStoredResult(tx: pg.PoolClient, keyValues: string[], bodyHash: Buffer): Promise<IdempotentResult> {
  const { rows } = await tx.query<{ body_hash: Buffer; status: number | null; answer: unknown }>(
    'select body_hash, status, answer from public.idempotency_keys where actor = $1 and route = $2 and key = $3',
    keyValues,
  )
  const stored = rows[0]
  if (!stored || stored.status === null) {
    throw new Error('An idempotency key is taken but its answer cannot be read; is the transaction READ COMMITTED?')
  }
  if (!stored.body_hash.equals(bodyHash)) return { outcome: 'refused' }
  return { outcome: 'replayed', status: stored.status, answer: stored.answer }
}

/** The idempotency key of a request; null without one, undefined if it is invalid (respond with 400). */
export function readIdempotencyKey(headers: Headers): string | null | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

/** SHA-256 of the canonical JSON, with sorted fields. */
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
