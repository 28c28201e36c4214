import { createHash, randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { isUuid } from '../addresses.ts'
import type { OAuthClientRow } from './clients.ts'
import type { OAuthError } from './oauth-errors.ts'
import type { Scope } from './scopes.ts'

/** Long enough to sign up first, mail included. */
const REQUEST_SECONDS = 3600
const CODE_SECONDS = 300

export interface AuthorizationRow {
  id: string
  client_id: string
  user_id: string | null
  redirect_uri: string
  scopes: Scope[]
  state: string | null
  nonce: string | null
  code_challenge: string
  must_ask: boolean
  status: 'pending' | 'approved' | 'denied'
  approved_in_session_id: string | null
  used_at: Date | null
  session_id: string | null
  is_over: boolean
}

const COLUMNS = `id, client_id, user_id, redirect_uri, scopes, state, nonce, code_challenge, must_ask, status,
  approved_in_session_id, used_at, session_id`

type NewAuthorization = Pick<
  AuthorizationRow,
  'client_id' | 'redirect_uri' | 'scopes' | 'state' | 'nonce' | 'code_challenge' | 'must_ask'
>

export async function insertAuthorization(tx: PoolClient, request: NewAuthorization): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.oauth_authorizations (client_id, redirect_uri, scopes, state, nonce, code_challenge, must_ask)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      request.client_id,
      request.redirect_uri,
      request.scopes,
      request.state,
      request.nonce,
      request.code_challenge,
      request.must_ask,
    ],
  )
  return rows[0]?.id ?? ''
}

/**
 * A request that the person may answer: the first who opens it becomes its person. Null if it is unknown, too old or
 * somebody else's. Locks the row, so that two answers at the same moment are one after the other.
 */
export async function claimAuthorization(
  tx: PoolClient,
  { id, userId }: { id: string; userId: string },
): Promise<AuthorizationRow | null> {
  if (!isUuid(id)) return null
  const { rows } = await tx.query<AuthorizationRow>(
    `update auth.oauth_authorizations set user_id = $2
      where id = $1 and coalesce(user_id, $2) = $2
        and created_at > clock_timestamp() - make_interval(secs => ${REQUEST_SECONDS})
     returning ${COLUMNS}, false as is_over`,
    [id, userId],
  )
  return rows[0] ?? null
}

/** Returns the code, of which only a hash is stored. */
export async function approveAuthorization(
  tx: PoolClient,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx.query(
    `update auth.oauth_authorizations set status = 'approved', approved_at = clock_timestamp(),
       approved_in_session_id = $2, authorization_code_hash = $3 where id = $1`,
    [id, sessionId, hashCode(code)],
  )
  return code
}

export async function denyAuthorization(tx: PoolClient, id: string): Promise<void> {
  await tx.query(`update auth.oauth_authorizations set status = 'denied' where id = $1`, [id])
}

/** Locks the row: of two uses at the same moment, the second one sees the first. */
export async function findByCode(tx: PoolClient, code: string): Promise<AuthorizationRow | null> {
  const { rows } = await tx.query<AuthorizationRow>(
    `select ${COLUMNS}, coalesce(approved_at < clock_timestamp() - make_interval(secs => ${CODE_SECONDS}), true) as is_over
       from auth.oauth_authorizations where authorization_code_hash = $1 for update`,
    [hashCode(code)],
  )
  return rows[0] ?? null
}

/** `sessionId`: the session that the code gave; null if it was refused, which uses it up as well. */
export async function spendCode(tx: PoolClient, id: string, sessionId: string | null): Promise<void> {
  await tx.query(
    'update auth.oauth_authorizations set used_at = clock_timestamp(), session_id = $2 where id = $1 and used_at is null',
    [id, sessionId],
  )
}

function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** Base64url of the verifier's SHA-256 (RFC 7636). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/**
 * Where the browser goes with the answer. The registered address stays as it is, character by character. `iss` tells an
 * app that uses several providers which one answered (RFC 9207).
 */
export function answerAddress(
  request: Pick<AuthorizationRow, 'redirect_uri' | 'state'>,
  answer: { code: string } | { error: OAuthError; error_description: string },
  issuer: string,
): string {
  const params = new URLSearchParams({
    ...answer,
    ...(request.state !== null && { state: request.state }),
    iss: issuer,
  })
  return `${request.redirect_uri}${request.redirect_uri.includes('?') ? '&' : '?'}${params}`
}

/**
 * Whether an app that the person has allowed the same before may be answered without asking again. Not an app without a
 * secret that comes back to an address which another program on the same device could claim (RFC 8252, 8.6).
 */
export function mayAnswerUnasked(request: AuthorizationRow, client: OAuthClientRow): boolean {
  return !request.must_ask && (client.client_type === 'confidential' || request.redirect_uri.startsWith('https:'))
}
