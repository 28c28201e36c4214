import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { audit } from './audit.ts'
import type { Auth, Call } from './auth.ts'
import { insertRootToken, makeRefreshToken } from './refresh-tokens.ts'
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
  const id = randomUUID()
  const refreshToken = makeRefreshToken()
  // None of these waits for another's answer, so that they travel to the database together.
  const [, user, inserted, , , , amr] = await Promise.all([
    tx.query({ ...TOUCH, values: [userId] }),
    findUserById(tx, userId),
    tx.query<SessionRow>({
      ...INSERT,
      values: [id, userId, call.userAgent, call.address, auth.settings.sessionLifetimeSeconds],
    }),
    addProof(tx, id, proof),
    insertRootToken(tx, { sessionId: id, token: refreshToken }),
    audit(tx, call, { action: 'login', userId, details: { method: proof.method, session_id: id } }),
    readProofs(tx, id),
  ])
  const session = inserted.rows[0]
  if (!user || !session) throw new AuthRefusal(403, 'user_not_found', 'User not found')
  refuseBanned(user)
  return sign(auth, { user, session, refreshToken, ...amr })
}

const TOUCH = { name: 'auth_touch_user', text: 'update auth.users set last_sign_in_at = now() where id = $1' }
const INSERT = {
  name: 'auth_insert_session',
  text: `insert into auth.sessions (id, user_id, user_agent, ip, not_after)
     values ($1, $2, $3, $4, case when $5::int > 0 then now() + make_interval(secs => $5) end)
     returning id, user_id, factor_id, aal, created_at`,
}

export async function addProof(tx: PoolClient, sessionId: string, proof: Proof): Promise<void> {
  await tx.query({
    name: 'auth_add_proof',
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method, provider) values ($1, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`,
    values: [sessionId, proof.method, proof.provider ?? null],
  })
}

interface Proofs {
  /** Unix seconds by the database's clock. */
  now: number
  amr: unknown[]
}

async function readProofs(tx: PoolClient, sessionId: string): Promise<Proofs> {
  const { rows } = await tx.query<{ now: number; amr: unknown[] | null }>({
    name: 'auth_read_proofs',
    text: `select extract(epoch from now())::int as now,
       (select json_agg(json_strip_nulls(json_build_object('method', authentication_method,
            'timestamp', extract(epoch from updated_at)::int, 'provider', provider)) order by updated_at desc)
          from auth.mfa_amr_claims where session_id = $1) as amr`,
    values: [sessionId],
  })
  const row = rows[0]
  if (!row) throw new Error('A query that always answers a row answered none')
  return { now: row.now, amr: row.amr ?? [] }
}

interface Answering {
  user: User
  session: SessionRow
  refreshToken: string
}

/** The session with a fresh access token. */
export async function answerSession(tx: PoolClient, auth: Auth, answering: Answering): Promise<SessionAnswer> {
  return sign(auth, { ...answering, ...(await readProofs(tx, answering.session.id)) })
}

async function sign(auth: Auth, { user, session, refreshToken, now, amr }: Answering & Proofs): Promise<SessionAnswer> {
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
  if (isBanned(user)) throw new AuthRefusal(status, 'user_banned', 'User is banned')
}
