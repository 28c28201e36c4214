import type pg from 'pg'
import { refuse } from '#domain/refusal.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { Refused } from '../refused.ts'

/** The claims that tell whether a session has shown its second factor. */
type SessionClaims = Readonly<Record<string, unknown>>

/** True for somebody with a second factor whose session has not shown it yet: not signed in so far. */
export async function owesSecondStep(database: Pick<Database, 'as'>, claims: SessionClaims): Promise<boolean> {
  if (isBeyondDoubt(claims)) return false
  return database.as(SERVICE, (tx) => hasFactor(tx, claims), { readOnly: true })
}

/** Inside a command's transaction. Throws the refusal. */
export async function requireSecondStep(tx: pg.PoolClient, claims: SessionClaims): Promise<void> {
  if (!isBeyondDoubt(claims) && (await hasFactor(tx, claims))) throw new Refused(refuse('second_step_needed'))
}

function isBeyondDoubt({ sub, aal }: SessionClaims): boolean {
  return typeof sub !== 'string' || aal === 'aal2'
}

async function hasFactor(tx: pg.PoolClient, { sub }: SessionClaims): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>({
    name: 'second_factor_of',
    text: 'select rights.has_second_factor($1) as has',
    values: [sub],
  })
  return rows[0]?.has === true
}
