import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'

/**
 * Tokens are stored as hashes. A child is derived from its parent's text and a random value stored with the child, so
 * the holder of the parent can be given the same child twice, while a copy of the table alone is worthless.
 */
export async function insertRootToken(
  tx: PoolClient,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<void> {
  await tx.query({
    name: 'auth_insert_root_token',
    text: 'insert into auth.refresh_tokens (session_id, token_hash) values ($1, $2)',
    values: [sessionId, hashToken(token)],
  })
}

export function makeRefreshToken(): string {
  return toBase32(randomBytes(17))
}

export function isRefreshTokenShaped(token: string): boolean {
  return /^[a-z2-7]{12,64}$/.test(token)
}

type Rotation =
  | { kind: 'rotated'; sessionId: string; token: string }
  | { kind: 'not-found' }
  | { kind: 'session-expired' }
  | { kind: 'replayed'; sessionId: string; userId: string }

interface RefreshTokenRow {
  id: string
  session_id: string
  user_id: string
  revoked: boolean
  used_s: number
  is_session_over: boolean
}

/**
 * Exchanges a refresh token by the four rules of rotation:
 * 1. a live token is revoked and gets a child; 2. the parent of the live token gets that same child, however late;
 * 3. any other used token gets a new child within the reuse interval; 4. anything older ends the whole family.
 * A token is found only by its holder: `clientId` is the app that presents it, null for the person's own client.
 * Otherwise an app could exchange its token for a session with all rights of the person.
 * NOTE: the caller must commit a replay too.
 */
export async function rotate(
  tx: PoolClient,
  token: string,
  { reuseIntervalSeconds, clientId }: { reuseIntervalSeconds: number; clientId: string | null },
): Promise<Rotation> {
  // The session row is the lock of the family: concurrent refreshes of two tabs are serialised.
  const { rows: sessions } = await tx.query<{ id: string }>(
    `select s.id from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id where t.token_hash = $1
       and s.oauth_client_id is not distinct from $2
     for update of s`,
    [hashToken(token), clientId],
  )
  if (!sessions[0]) return { kind: 'not-found' }
  const { rows } = await tx.query<RefreshTokenRow>(
    `select t.id::text, t.session_id, s.user_id, t.revoked,
       extract(epoch from clock_timestamp() - t.updated_at)::float8 as used_s,
       coalesce(s.not_after < now(), false) as is_session_over
     from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token_hash = $1`,
    [hashToken(token)],
  )
  const presented = rows[0]
  if (!presented) return { kind: 'not-found' }
  if (presented.is_session_over) return { kind: 'session-expired' }
  if (!presented.revoked) return rotateTo(tx, { token, presented })

  const liveChild = await findLiveChild(tx, presented)
  if (liveChild) return { kind: 'rotated', sessionId: presented.session_id, token: derive(token, liveChild) }
  if (presented.used_s <= reuseIntervalSeconds) return rotateTo(tx, { token, presented })

  await tx.query('update auth.refresh_tokens set revoked = true where session_id = $1 and not revoked', [
    presented.session_id,
  ])
  // It is unknown which of the two holders is legitimate, so their access tokens end as well.
  await tx.query('update auth.sessions set not_after = now() where id = $1', [presented.session_id])
  return { kind: 'replayed', sessionId: presented.session_id, userId: presented.user_id }
}

async function rotateTo(
  tx: PoolClient,
  { token, presented }: { token: string; presented: RefreshTokenRow },
): Promise<Rotation> {
  const derivation = randomBytes(16).toString('hex')
  const child = derive(token, derivation)
  // A second use keeps the time of the first: the reuse interval does not restart.
  await tx.query(
    'update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = $1 and not revoked',
    [presented.id],
  )
  await tx.query(
    'insert into auth.refresh_tokens (session_id, parent_id, token_hash, derivation) values ($1, $2, $3, $4)',
    [presented.session_id, presented.id, hashToken(child), derivation],
  )
  return { kind: 'rotated', sessionId: presented.session_id, token: child }
}

/** The random value of the session's newest live token, if the presented token is its parent. */
async function findLiveChild(tx: PoolClient, presented: RefreshTokenRow): Promise<string | null> {
  const { rows } = await tx.query<{ parent_id: string | null; derivation: string | null }>(
    `select parent_id::text, derivation from auth.refresh_tokens
      where session_id = $1 and not revoked order by id desc limit 1`,
    [presented.session_id],
  )
  const live = rows[0]
  return live?.parent_id === presented.id ? live.derivation : null
}

function derive(parent: string, derivation: string): string {
  return toBase32(createHmac('sha256', parent).update(derivation).digest().subarray(0, 17))
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Lower-case base32 without padding; bits that do not fill a letter are dropped. */
function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
  }
  return text
}
