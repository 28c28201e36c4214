import type pg from 'pg'

/**
 * Runs one statement as the owner whose moves have this cause, as a command or job would say it. The guards of tables hold: a
 * move that the cause may not bring about is refused.
 */
export async function movedBy(
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
