import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Auth } from '../auth.ts'

export type TokenType =
  | 'confirmation'
  | 'recovery'
  | 'reauthentication'
  | 'email_change_new'
  | 'email_change_current'
  | 'phone_change'

interface NewToken {
  userId: string
  type: TokenType
  /** The address the token was sent to; a code is valid only together with it. */
  relatesTo: string
  pkce?: boolean
}

const TRIES = 5

/** One live token per user and type: asking again voids the older one. Returns the link's token and the code. */
export async function issueToken(
  tx: PoolClient,
  auth: Auth,
  wanted: NewToken,
): Promise<{ token: string; code: string }> {
  const token = `${wanted.pkce ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`
  const code = makeCode(auth.settings.otpLength)
  await tx.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to) values ($1, $2, $3, $4, $5)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, code_hash = excluded.code_hash,
       relates_to = excluded.relates_to, attempts = 0, created_at = now()`,
    [wanted.userId, wanted.type, hashToken(token), auth.hashCode(wanted.relatesTo, code), wanted.relatesTo],
  )
  return { token, code }
}

export function makeCode(length: number): string {
  return String(randomInt(0, 10 ** length)).padStart(length, '0')
}

export interface Redeemed {
  userId: string
  type: TokenType
  relatesTo: string
}

interface OneTimeTokenRow {
  id: string
  user_id: string
  token_type: TokenType
  relates_to: string
}

/** Redeems a link's token. One of several concurrent calls succeeds; the others find no row. */
export async function redeemToken(
  tx: PoolClient,
  auth: Auth,
  { token, types }: { token: string; types: TokenType[] },
): Promise<Redeemed | null> {
  const { rows } = await tx.query<OneTimeTokenRow>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = any($2)
        and created_at > now() - make_interval(secs => $3)
     returning id, user_id, token_type, relates_to`,
    [hashToken(token), types, auth.settings.emailOtpLifeSeconds],
  )
  const row = rows[0]
  return row ? { userId: row.user_id, type: row.token_type, relatesTo: row.relates_to } : null
}

/** Whose token a link's is, without redeeming it. */
export async function findTokenOwner(tx: PoolClient, token: string): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    'select user_id from auth.one_time_tokens where token_hash = $1',
    [hashToken(token)],
  )
  return rows[0]?.user_id ?? null
}

interface CodeTry {
  code: string
  relatesTo: string
  types: TokenType[]
  lifeSeconds: number
  userId?: string
}

/**
 * Redeems a typed code. Every attempt is counted before the code is compared, and the fifth wrong one voids it.
 * NOTE: the caller must commit even if this returns null, or the attempts would not count.
 */
export async function redeemCode(tx: PoolClient, auth: Auth, given: CodeTry): Promise<Redeemed | null> {
  const { rows } = await tx.query<OneTimeTokenRow & { code_hash: string }>(
    `update auth.one_time_tokens set attempts = attempts + 1
      where relates_to = $1 and token_type = any($2) and code_hash is not null and attempts < ${TRIES}
        and created_at > now() - make_interval(secs => $3) and ($4::uuid is null or user_id = $4)
     returning id, user_id, token_type, relates_to, code_hash`,
    [given.relatesTo, given.types, given.lifeSeconds, given.userId ?? null],
  )
  const wanted = Buffer.from(auth.hashCode(given.relatesTo, given.code))
  const row = rows.find((candidate) => timingSafeEqual(Buffer.from(candidate.code_hash), wanted))
  if (!row) return null
  await tx.query('delete from auth.one_time_tokens where id = $1', [row.id])
  return { userId: row.user_id, type: row.token_type, relatesTo: row.relates_to }
}

export async function deleteTokens(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
