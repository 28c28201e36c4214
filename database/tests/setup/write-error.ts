import type pg from 'pg'

/**
 * Runs writes as the owner of the database and rolls them back. Returns the error message, or an empty string on
 * success.
 */
export async function writeError(owner: pg.Pool, write: (client: pg.PoolClient) => Promise<unknown>): Promise<string> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await write(client)
    return ''
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.query('rollback')
    client.release()
  }
}
