import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { listVisit } from './visit.ts'

/**
 * Derives codes and their hashes. The code of a version is derived from the secret, so it can be shown again and is
 * never stored.
 */
export interface Codes {
  derive(handOverId: string, version: number): string
  /** The stored hash of a code. */
  hash(handOverId: string, code: string): Buffer
  /** The token in the QR code of a version, which cannot be guessed: devices without a network know its hash. */
  token(handOverId: string, version: number): string
}

export function createCodes(secret: string): Codes {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [codeKey, hashKey] = [key('hand-over codes'), key('hashes of hand-over codes')]
  const tokenKey = key('tokens of hand-over codes')
  return {
    derive(handOverId, version) {
      const digest = createHmac('sha256', codeKey).update(`${handOverId}.${version}`).digest()
      // 2^48 is so much larger than 10^6 that the modulo bias is negligible.
      return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
    },
    hash: (handOverId, code) => createHmac('sha256', hashKey).update(`${handOverId}.${code}`).digest(),
    token: (handOverId, version) =>
      createHmac('sha256', tokenKey).update(`${handOverId}.${version}`).digest().subarray(0, 12).toString('base64url'),
  }
}

/** Given to the devices of staff: it verifies a token that is shown and cannot produce one. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

interface ActiveCode {
  id: string
  version: number
  nominee: string | null
  hash: Buffer
  /** The hand-over and version from which the digits are derived. */
  derived_from: string
  derived_version: number
}

export const readActiveCodes = async (tx: pg.ClientBase, handOverId: string): Promise<ActiveCode[]> =>
  (
    await tx.query<ActiveCode>(
      `select id, version, nominee, hash, coalesce(derived_from, hand_over_id) as derived_from, coalesce(derived_version, version) as derived_version
       from codes.codes where hand_over_id = $1 and used_at is null and ended_at is null`,
      [handOverId],
    )
  ).rows

/**
 * Creates a code of the next version and ends the current one. The caller holds the order's lock, which serializes
 * versions.
 */
export async function createCode(tx: pg.ClientBase, codes: Codes, newCode: NewCode): Promise<string> {
  const { handOverId, nominee, source } = newCode
  await tx.query(
    `update codes.codes set ended_at = clock_timestamp() where hand_over_id = $1 and (nominee is null) = ($2::text is null) and used_at is null and ended_at is null`,
    [handOverId, nominee],
  )
  const { rows } = await tx.query<{ version: number }>(
    `select coalesce(max(version), 0) + 1 as version from codes.codes where hand_over_id = $1`,
    [handOverId],
  )
  const version = rows[0]?.version ?? 1
  const code = source ? codes.derive(source.derived_from, source.derived_version) : codes.derive(handOverId, version)
  // Active codes of a hand-over must differ, so that a code identifies who took the goods.
  const others = await readActiveCodes(tx, handOverId)
  const hash = codes.hash(handOverId, code)
  const isTaken = others.some((other) => timingSafeEqual(other.hash, hash))
  await tx.query(
    `insert into codes.codes (hand_over_id, nominee, version, hash, ended_at, derived_from, derived_version)
     values ($1, $2, $3, $4, case when $5 then clock_timestamp() end, $6, $7)`,
    [handOverId, nominee, version, hash, isTaken, source?.derived_from ?? null, source?.derived_version ?? null],
  )
  return isTaken ? createCode(tx, codes, { handOverId, nominee }) : code
}

interface NewCode {
  handOverId: string
  /** Null: the buyer's own code. */
  nominee: string | null
  /** The code of the same visit whose digits it shows. */
  source?: CodeSource | undefined
}

export type CodeSource = Pick<ActiveCode, 'derived_from' | 'derived_version'>

/** The digits of an active code. */
export const digitsOf = (codes: Codes, { derived_from, derived_version }: CodeSource): string =>
  codes.derive(derived_from, derived_version)

/** The token in the QR of an active code. */
export const tokenOf = (codes: Codes, { derived_from, derived_version }: CodeSource): string =>
  codes.token(derived_from, derived_version)

/**
 * Returns the buyer's own code. It is created at the first call, as the code of the
 * visit if there is one, and again if the server's secret has changed.
 */
export async function ensureOwnCode(tx: pg.ClientBase, codes: Codes, handOverId: string): Promise<string> {
  const own = await findOwnCode(tx, codes, handOverId)
  if (own) return digitsOf(codes, own)
  for (const other of await listVisit(tx, handOverId)) {
    const source = await findOwnCode(tx, codes, other)
    if (source) return createCode(tx, codes, { handOverId, nominee: null, source })
  }
  return createCode(tx, codes, { handOverId, nominee: null })
}

/** The active own code, unless the server's secret has changed since. */
async function findOwnCode(tx: pg.ClientBase, codes: Codes, handOverId: string): Promise<ActiveCode | undefined> {
  const own = (await readActiveCodes(tx, handOverId)).find(({ nominee }) => nominee === null)
  return own && timingSafeEqual(own.hash, codes.hash(handOverId, digitsOf(codes, own))) ? own : undefined
}
