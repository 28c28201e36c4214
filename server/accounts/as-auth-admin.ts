import type pg from 'pg'

/** The login's tables belong to another role; in the same transaction, so that all of it happens or nothing. */
export async function asAuthAdmin<Value>(tx: pg.PoolClient, work: () => Promise<Value>): Promise<Value> {
  await tx.query('set local role auth_admin')
  const value = await work()
  await tx.query('set local role service_role')
  return value
}
