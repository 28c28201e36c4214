import type pg from 'pg'

/**
 * Runs one statement as the owner with this cause for its status changes, as a command or job sets it. Guards apply: a
 * move that is not allowed for the cause raises an error.
 */
export async function queryWithCause(
  owner: pg.Pool,
  cause: string,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('select public.caused_by($1)', [cause])
    const result = await client.query(sql, values)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
