import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'

/** Makes codes and knows them again. The code of a version follows from the secret, so that it is shown as often as needed and stands nowhere. */
export interface Codes {
  codeOf(handOverId: string, version: number): string
  /** What is kept of a code. */
  hashOf(handOverId: string, code: string): Buffer
}

export function createCodes(secret: string): Codes {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [making, keeping] = [key('hand-over codes'), key('hashes of hand-over codes')]
  return {
    codeOf(handOverId, version) {
      const drawn = createHmac('sha256', making).update(`${handOverId}.${version}`).digest()
      // 2^48 is so much more than 10^6 that no code is likelier than another.
      return String(drawn.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
    },
    hashOf: (handOverId, code) => createHmac('sha256', keeping).update(`${handOverId}.${code}`).digest(),
  }
}

interface Living {
  id: string
  version: number
  nominee: string | null
  hash: Buffer
}

export const livingCodes = async (tx: pg.ClientBase, handOverId: string): Promise<Living[]> =>
  (
    await tx.query<Living>(
      `select id, version, nominee, hash from codes.codes where hand_over_id = $1 and used_at is null and ended_at is null`,
      [handOverId],
    )
  ).rows

/** A code of its own version. The caller holds the order, so that versions are made one after the other. */
export async function makeCode(tx: pg.ClientBase, codes: Codes, { handOverId, nominee }: NewCode): Promise<string> {
  await tx.query(
    `update codes.codes set ended_at = clock_timestamp() where hand_over_id = $1 and (nominee is null) = ($2::text is null) and used_at is null and ended_at is null`,
    [handOverId, nominee],
  )
  const { rows } = await tx.query<{ version: number }>(
    `select coalesce(max(version), 0) + 1 as version from codes.codes where hand_over_id = $1`,
    [handOverId],
  )
  const version = rows[0]?.version ?? 1
  const code = codes.codeOf(handOverId, version)
  // Two living codes of one hand-over differ, so that it is known who took the goods.
  const others = await livingCodes(tx, handOverId)
  const hash = codes.hashOf(handOverId, code)
  const isTaken = others.some((other) => timingSafeEqual(other.hash, hash))
  await tx.query(
    `insert into codes.codes (hand_over_id, nominee, version, hash, ended_at) values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)`,
    [handOverId, nominee, version, hash, isTaken],
  )
  return isTaken ? makeCode(tx, codes, { handOverId, nominee }) : code
}

interface NewCode {
  handOverId: string
  /** Null: the buyer's own. */
  nominee: string | null
}

/** The buyer's own code, made at the first call; made anew where the server's secret has changed since. */
export async function ownCode(tx: pg.ClientBase, codes: Codes, handOverId: string): Promise<string> {
  const own = (await livingCodes(tx, handOverId)).find(({ nominee }) => nominee === null)
  if (own) {
    const code = codes.codeOf(handOverId, own.version)
    if (timingSafeEqual(own.hash, codes.hashOf(handOverId, code))) return code
  }
  return makeCode(tx, codes, { handOverId, nominee: null })
}
