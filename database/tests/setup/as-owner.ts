import type pg from 'pg'

/**
 * Runs one statement as the owner with this cause for its status changes, as a command or job sets it. Guards apply: a
 * move that is not allowed for the cause raises an error.
 */
export const queryWithCause = (
  owner: pg.Pool,
  cause: string,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> =>
  inTransaction(owner, async (client) => {
    await client.query('select public.caused_by($1)', [cause])
    return client.query(sql, values)
  })

/** Runs work as the owner without triggers: moves dates into the past, or writes what the guards forbid. */
export const withoutTriggers = <T>(owner: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(owner, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`)
    return work(client)
  })

async function inTransaction<T>(owner: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
