import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'

/**
 * Derives codes and their hashes. The code of a version is derived from the secret, so it can be shown again and is
 * never stored.
 */
export interface Codes {
  derive(handOverId: string, version: number): string
  /** The stored hash of a code. */
  hash(handOverId: string, code: string): Buffer
}

export function createCodes(secret: string): Codes {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [codeKey, hashKey] = [key('hand-over codes'), key('hashes of hand-over codes')]
  return {
    derive(handOverId, version) {
      const digest = createHmac('sha256', codeKey).update(`${handOverId}.${version}`).digest()
      // 2^48 is so much larger than 10^6 that the modulo bias is negligible.
      return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
    },
    hash: (handOverId, code) => createHmac('sha256', hashKey).update(`${handOverId}.${code}`).digest(),
  }
}

interface ActiveCode {
  id: string
  version: number
  nominee: string | null
  hash: Buffer
}

export const readActiveCodes = async (tx: pg.ClientBase, handOverId: string): Promise<ActiveCode[]> =>
  (
    await tx.query<ActiveCode>(
      `select id, version, nominee, hash from codes.codes where hand_over_id = $1 and used_at is null and ended_at is null`,
      [handOverId],
    )
  ).rows

/**
 * Creates a code of the next version and ends the current one. The caller holds the order's lock, which serializes
 * versions.
 */
export async function createCode(tx: pg.ClientBase, codes: Codes, { handOverId, nominee }: NewCode): Promise<string> {
  await tx.query(
    `update codes.codes set ended_at = clock_timestamp() where hand_over_id = $1 and (nominee is null) = ($2::text is null) and used_at is null and ended_at is null`,
    [handOverId, nominee],
  )
  const { rows } = await tx.query<{ version: number }>(
    `select coalesce(max(version), 0) + 1 as version from codes.codes where hand_over_id = $1`,
    [handOverId],
  )
  const version = rows[0]?.version ?? 1
  const code = codes.derive(handOverId, version)
  // Active codes of a hand-over must differ, so that a code identifies who took the goods.
  const others = await readActiveCodes(tx, handOverId)
  const hash = codes.hash(handOverId, code)
  const isTaken = others.some((other) => timingSafeEqual(other.hash, hash))
  await tx.query(
    `insert into codes.codes (hand_over_id, nominee, version, hash, ended_at) values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)`,
    [handOverId, nominee, version, hash, isTaken],
  )
  return isTaken ? createCode(tx, codes, { handOverId, nominee }) : code
}

interface NewCode {
  handOverId: string
  /** Null: the buyer's own code. */
  nominee: string | null
}

/** Returns the buyer's own code. It is created at the first call, and again if the server's secret has changed. */
export async function ensureOwnCode(tx: pg.ClientBase, codes: Codes, handOverId: string): Promise<string> {
  const own = (await readActiveCodes(tx, handOverId)).find(({ nominee }) => nominee === null)
  if (own) {
    const code = codes.derive(handOverId, own.version)
    if (timingSafeEqual(own.hash, codes.hash(handOverId, code))) return code
  }
  return createCode(tx, codes, { handOverId, nominee: null })
}
