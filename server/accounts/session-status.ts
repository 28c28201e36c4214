import type pg from 'pg'
import { lacksSecondFactor, parseRole } from '#domain/accounts/roles.ts'
import { refuse } from '#domain/refusal.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { RefusalError } from '#server/refusal-error.ts'

/** The verified claims of an access token, of which `sub` and `aal` are read. */
type AccessTokenClaims = Readonly<Record<string, unknown>>

/** `second-factor-pending`: the second factor is still missing. `blocked`: the user is deleted or banned. */
type SessionStatus = 'active' | 'second-factor-pending' | 'blocked'

interface PageViewer {
  status: SessionStatus
  /** Null if there is none yet. */
  profile: { role: string; full_name: string | null; points_balance: number } | null
}

/** The status and profile of the person behind the claims, in one round trip: every page of theirs starts with it. */
export async function readPageViewer(
  database: Pick<Database, 'as'>,
  claims: AccessTokenClaims & { sub: string },
): Promise<PageViewer> {
  const { rows } = await database.as(
    SERVICE,
    (tx) =>
      tx.query<SessionRow & { profile: PageViewer['profile'] }>({
        name: 'page-viewer',
        text: `select rights.is_disabled($1), rights.has_second_factor($1) as has,
          (select json_build_object('role', role, 'full_name', full_name, 'points_balance', points_balance)
            from public.profiles where id = $1) as profile`,
        values: [claims.sub],
      }),
    { readOnly: true, pipelinesCommit: true },
  )
  return { status: statusOf(rows[0], claims), profile: rows[0]?.profile ?? null }
}

/**
 * Throws the refusal of a session that is not fully signed in; runs in the command's transaction. On a site that
 * requires a second factor of its staff, staff without one can only run `personal` commands, such as joining a buy.
 */
export async function requireActiveSession(
  tx: pg.PoolClient,
  claims: AccessTokenClaims,
  { personal = false }: { personal?: boolean | undefined } = {},
): Promise<void> {
  if (typeof claims.sub !== 'string') return
  const status = await readSessionStatus(tx, claims)
  if (status === 'blocked') throw new RefusalError(refuse('sign_in_required'))
  if (status === 'second-factor-pending') throw new RefusalError(refuse('second_step_needed'))
  if (personal || claims[STAFF_NEED_SECOND_FACTOR] !== true) return
  const { rows } = await tx.query<{ role: string }>('select role from public.profiles where id = $1', [claims.sub])
  if (lacksSecondFactor(parseRole(rows[0]?.role), claims)) throw new RefusalError(refuse('second_factor_needed'))
}

/** The claim by which commands and policies see that this site requires a second factor of its staff. */
export const STAFF_NEED_SECOND_FACTOR = 'staff_need_second_factor'

interface SessionRow {
  is_disabled: boolean
  has: boolean
}

async function readSessionStatus(tx: pg.PoolClient, claims: AccessTokenClaims): Promise<SessionStatus> {
  const { rows } = await tx.query<SessionRow>({
    name: 'session-status',
    text: 'select rights.is_disabled($1), rights.has_second_factor($1) as has',
    values: [claims.sub],
  })
  return statusOf(rows[0], claims)
}

function statusOf(row: SessionRow | undefined, { aal }: AccessTokenClaims): SessionStatus {
  if (row?.is_disabled) return 'blocked'
  return row?.has && aal !== 'aal2' ? 'second-factor-pending' : 'active'
}
