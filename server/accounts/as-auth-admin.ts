import type pg from 'pg'

/** Runs `work` as auth_admin, which owns the auth tables, within the caller's transaction. */
export async function asAuthAdmin<Value>(tx: pg.PoolClient, work: () => Promise<Value>): Promise<Value> {
  await tx.query('set local role auth_admin')
  const value = await work()
  await tx.query('set local role service_role')
  return value
}
