import type pg from 'pg'
import { lacksSecondFactor, parseRole } from '#domain/accounts/roles.ts'
import { refuse } from '#domain/refusal.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { RefusalError } from '#server/refusal-error.ts'

/** The verified claims of an access token, of which `sub` and `aal` are read. */
type AccessTokenClaims = Readonly<Record<string, unknown>>

/** `second-factor-pending`: the second factor is still missing. `blocked`: the user is deleted or banned. */
type SessionStatus = 'active' | 'second-factor-pending' | 'blocked'

/** Status of the session behind the claims, outside a command; claims without a user are `active`. */
export async function sessionStatus(database: Pick<Database, 'as'>, claims: AccessTokenClaims): Promise<SessionStatus> {
  if (typeof claims.sub !== 'string') return 'active'
  return database.as(SERVICE, (tx) => readSessionStatus(tx, claims), { readOnly: true })
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

async function readSessionStatus(tx: pg.PoolClient, { sub, aal }: AccessTokenClaims): Promise<SessionStatus> {
  const { rows } = await tx.query<{ is_disabled: boolean; has: boolean }>({
    name: 'session-status',
    text: 'select rights.is_disabled($1), rights.has_second_factor($1) as has',
    values: [sub],
  })
  if (rows[0]?.is_disabled) return 'blocked'
  return rows[0]?.has && aal !== 'aal2' ? 'second-factor-pending' : 'active'
}
