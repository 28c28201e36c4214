import type { PoolClient } from 'pg'
import { audit } from './audit.ts'
import type { Auth, Call } from './auth.ts'
import { insertRootToken } from './refresh-tokens.ts'
import { AuthRefusal } from './refusals.ts'
import { findUserById, presentUser, type User } from './users.ts'

export interface SessionRow {
  id: string
  user_id: string
  factor_id: string | null
  aal: 'aal1' | 'aal2'
  created_at: Date
}

/** How somebody proved who they are, as the token's `amr` names it. */
export interface Proof {
  method: string
  provider?: string
}

export interface SessionAnswer {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

/** Opens a session for a person who has proven themselves, and answers it as clients expect. */
export async function openSession(
  tx: PoolClient,
  call: Call,
  { userId, proof }: { userId: string; proof: Proof },
): Promise<SessionAnswer> {
  const { auth } = call
  await tx.query('update auth.users set last_sign_in_at = now() where id = $1', [userId])
  const user = await findUserById(tx, userId)
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User not found')
  refuseBanned(user)
  const lifetime = auth.settings.sessionLifetimeSeconds
  const { rows } = await tx.query<SessionRow>(
    `insert into auth.sessions (user_id, user_agent, ip, not_after)
     values ($1, $2, $3, case when $4::int > 0 then now() + make_interval(secs => $4) end)
     returning id, user_id, factor_id, aal, created_at`,
    [userId, call.userAgent, call.address, lifetime],
  )
  const session = first(rows)
  await addProof(tx, session.id, proof)
  const refreshToken = await insertRootToken(tx, session.id)
  await audit(tx, call, { action: 'login', userId, details: { method: proof.method, session_id: session.id } })
  return answerSession(tx, auth, { user, session, refreshToken })
}

export async function addProof(tx: PoolClient, sessionId: string, proof: Proof): Promise<void> {
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, provider) values ($1, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`,
    [sessionId, proof.method, proof.provider ?? null],
  )
}

/** The session with a fresh access token. */
export async function answerSession(
  tx: PoolClient,
  auth: Auth,
  { user, session, refreshToken }: { user: User; session: SessionRow; refreshToken: string },
): Promise<SessionAnswer> {
  const { rows } = await tx.query<{ now: number; amr: unknown[] | null }>(
    `select extract(epoch from now())::int as now,
       (select json_agg(json_strip_nulls(json_build_object('method', authentication_method,
            'timestamp', extract(epoch from updated_at)::int, 'provider', provider)) order by updated_at desc)
          from auth.mfa_amr_claims where session_id = $1) as amr`,
    [session.id],
  )
  const { now, amr } = first(rows)
  const expiresIn = auth.settings.jwtExpirySeconds
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
    amr: amr ?? [],
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

export function refuseBanned(user: User, status = 403): void {
  if (user.banned_until && user.banned_until.getTime() > Date.now()) {
    throw new AuthRefusal(status, 'user_banned', 'User is banned')
  }
}

function first<T>(rows: T[]): T {
  const row = rows[0]
  if (row === undefined) throw new Error('A query that always answers a row answered none')
  return row
}
