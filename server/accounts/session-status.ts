import type pg from 'pg'
import { lacksSecondFactor, parseRole } from '#domain/accounts/roles.ts'
import { refuse } from '#domain/refusal.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { Refused } from '../refused.ts'

/** The claims that tell whether a session has passed its second factor. */
type SessionClaims = Readonly<Record<string, unknown>>

/** What a session is worth: nothing once its login is deleted or banned, and nothing yet before its second factor. */
type SessionStatus = 'in' | 'before-second-step' | 'gone'

export async function sessionStatus(database: Pick<Database, 'as'>, claims: SessionClaims): Promise<SessionStatus> {
  if (typeof claims.sub !== 'string') return 'in'
  return database.as(SERVICE, (tx) => readSessionStatus(tx, claims), { readOnly: true })
}

/**
 * Runs in a command's transaction and throws the refusal. On a site that requires a second factor of its staff, they can
 * run only `personal` commands without it, such as joining a buy.
 */
export async function requireActiveSession(
  tx: pg.PoolClient,
  claims: SessionClaims,
  { personal = false }: { personal?: boolean | undefined } = {},
): Promise<void> {
  if (typeof claims.sub !== 'string') return
  const status = await readSessionStatus(tx, claims)
  if (status === 'gone') throw new Refused(refuse('sign_in_required'))
  if (status === 'before-second-step') throw new Refused(refuse('second_step_needed'))
  if (personal || claims[STAFF_NEED_SECOND_FACTOR] !== true) return
  const { rows } = await tx.query<{ role: string }>('select role from public.profiles where id = $1', [claims.sub])
  if (lacksSecondFactor(parseRole(rows[0]?.role), claims)) throw new Refused(refuse('second_factor_needed'))
}

/** The claim that tells commands and policies that this site's staff need a second factor. */
export const STAFF_NEED_SECOND_FACTOR = 'staff_need_second_factor'

async function readSessionStatus(tx: pg.PoolClient, { sub, aal }: SessionClaims): Promise<SessionStatus> {
  const { rows } = await tx.query<{ gone: boolean; has: boolean }>({
    name: 'standing_of_session',
    text: 'select rights.is_gone($1) as gone, rights.has_second_factor($1) as has',
    values: [sub],
  })
  if (rows[0]?.gone) return 'gone'
  return rows[0]?.has && aal !== 'aal2' ? 'before-second-step' : 'in'
}
