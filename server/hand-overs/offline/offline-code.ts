import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { readCode } from '#domain/hand-overs/code-text.ts'
import { type CodeSource, type Codes, tokenOf } from '../codes/codes.ts'

/** A code that was shown for a hand-over, valid or not any more. */
export interface FoundCode extends CodeSource {
  id: string
  nominee: string | null
  created_at: Date
  used_at: Date | null
  ended_at: Date | null
}

interface ShownAtAct {
  handOverId: string
  code: string
  /** Null: the digits were typed. */
  token: string | null
}

/** Finds the code of a hand-over that was shown, a valid one first: by the token of its QR, or else by its digits. */
export async function findShownCode(
  tx: pg.ClientBase,
  codes: Codes,
  { handOverId, code, token }: ShownAtAct,
): Promise<FoundCode | null> {
  const { rows } = await tx.query<FoundCode & { hash: Buffer }>(
    `select id, nominee, hash, created_at, used_at, ended_at, coalesce(derived_from, hand_over_id) as derived_from, coalesce(derived_version, version) as derived_version
     from codes.codes where hand_over_id = $1 order by (used_at is null and ended_at is null) desc, version desc`,
    [handOverId],
  )
  if (token !== null)
    return rows.find((row) => timingSafeEqual(Buffer.from(tokenOf(codes, row)), Buffer.from(token))) ?? null
  const digits = readCode(code)
  if (!digits) return null
  const hash = codes.hash(handOverId, digits)
  return rows.find((row) => timingSafeEqual(row.hash, hash)) ?? null
}
