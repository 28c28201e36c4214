import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Auth, Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { presentUser, USER_PARTS, type User } from '../users/users.ts'
import { hashToken, makeRefreshToken } from './refresh-tokens.ts'

export interface SessionRow {
  id: string
  user_id: string
  factor_id: string | null
  aal: 'aal1' | 'aal2'
  created_at: Date
}

/** How a person proved their identity, as in the token's `amr`. */
export interface Proof {
  method: string
  provider?: string
}

export interface SessionResponse {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

/**
 * Opens a session for a person who has proven their identity, in the form clients expect; at the second level if the
 * proof is of two factors.
 */
export async function openSession(
  tx: PoolClient,
  call: Call,
  { userId, proof, aal = 'aal1' }: { userId: string; proof: Proof; aal?: SessionRow['aal'] },
): Promise<SessionResponse> {
  const { auth } = call
  const id = randomUUID()
  const refreshToken = makeRefreshToken()
  const { rows } = await tx.query<OpenedSession>({
    ...OPEN,
    values: [
      userId,
      id,
      call.userAgent,
      call.address,
      auth.settings.sessionLifetimeSeconds,
      proof.method,
      proof.provider ?? null,
      hashToken(refreshToken),
      aal,
    ],
  })
  const user = rows[0]
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User not found')
  refuseBanned(user)
  const session: SessionRow = { id, user_id: userId, factor_id: null, aal, created_at: user.session_created_at }
  const amr = [{ method: proof.method, timestamp: user.now, ...(proof.provider && { provider: proof.provider }) }]
  return sign(auth, { user, session, refreshToken, now: user.now, amr })
}

interface OpenedSession extends User {
  session_created_at: Date
  /** Unix seconds by the database's clock. */
  now: number
}

/** Everything a sign-in writes and returns, in one round trip: after the hash, round trips are its main cost. */
const OPEN = {
  name: 'auth_open_session',
  text: `with u as (update auth.users set last_sign_in_at = now() where id = $1 and deleted_at is null returning *),
       opened as (insert into auth.sessions (id, user_id, user_agent, ip, not_after, aal)
         select $2, id, $3, $4, case when $5::int > 0 then now() + make_interval(secs => $5) end, $9 from u
         returning id, created_at),
       proven as (insert into auth.mfa_amr_claims (session_id, authentication_method, provider) select id, $6, $7 from opened),
       rooted as (insert into auth.refresh_tokens (session_id, token_hash) select id, $8 from opened),
       noted as (insert into auth.audit_log_entries (action, actor_id, payload, ip_address)
         select 'login', $1, jsonb_build_object('method', $6::text, 'session_id', id), $4 from opened)
     select u.*, ${USER_PARTS}, opened.created_at as session_created_at, extract(epoch from now())::int as now
       from u, opened`,
}

export async function addProof(tx: PoolClient, sessionId: string, proof: Proof): Promise<void> {
  await tx.query({
    name: 'auth_add_proof',
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method, provider) values ($1, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`,
    values: [sessionId, proof.method, proof.provider ?? null],
  })
}

interface SessionProofs {
  /** Unix seconds by the database's clock. */
  now: number
  amr: unknown[]
}

async function readProofs(tx: PoolClient, sessionId: string): Promise<SessionProofs> {
  const { rows } = await tx.query<{ now: number; amr: unknown[] | null }>({
    name: 'auth_read_proofs',
    text: `select extract(epoch from now())::int as now,
       (select json_agg(json_strip_nulls(json_build_object('method', authentication_method,
            'timestamp', extract(epoch from updated_at)::int, 'provider', provider)) order by updated_at desc)
          from auth.mfa_amr_claims where session_id = $1) as amr`,
    values: [sessionId],
  })
  const row = rows[0]
  if (!row) throw new Error('A query that always returns a row returned none')
  return { now: row.now, amr: row.amr ?? [] }
}

interface SessionParts {
  user: User
  session: SessionRow
  refreshToken: string
}

/** Returns the session with a fresh access token. */
export async function sessionResponse(tx: PoolClient, auth: Auth, parts: SessionParts): Promise<SessionResponse> {
  return sign(auth, { ...parts, ...(await readProofs(tx, parts.session.id)) })
}

async function sign(
  auth: Auth,
  { user, session, refreshToken, now, amr }: SessionParts & SessionProofs,
): Promise<SessionResponse> {
  const { jwtExpirySeconds, sessionLifetimeSeconds: lifetime } = auth.settings
  // No token outlives its session.
  const sessionSecondsLeft = Math.floor(session.created_at.getTime() / 1000) + lifetime - now
  const expiresIn = lifetime > 0 ? Math.max(1, Math.min(jwtExpirySeconds, sessionSecondsLeft)) : jwtExpirySeconds
  const accessToken = await auth.signingKeys.sign({
    sub: user.id,
    aud: 'authenticated',
    exp: now + expiresIn,
    iat: now,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: 'authenticated',
    aal: session.aal,
    amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: now + expiresIn,
    refresh_token: refreshToken,
    user: presentUser(user),
  }
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now()
}

export function refuseBanned(user: User, status = 403): void {
  if (isBanned(user)) throw new AuthRefusal(status, 'user_banned', banText(user))
}

/** The service may note why in the person's app metadata. */
export function banText({ raw_app_meta_data: { ban_reason: reason } }: User): string {
  return typeof reason === 'string' && reason !== '' ? `User is banned: ${reason}` : 'User is banned'
}
