import { connectOrExplain } from './server-check.ts'

/**
 * A warning if the server's limit on connections is below what these processes may open together; undefined if it
 * suffices.
 */
export async function connectionShortage(connectionString: string, needed: number): Promise<string | undefined> {
  const client = await connectOrExplain(connectionString)
  try {
    const { rows } = await client.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    )
    const allowed = rows[0]?.allowed ?? needed
    if (allowed >= needed) return undefined
    return `PostgreSQL allows ${allowed} connections, and the processes of this site may open ${needed}: raise max_connections, or lower WORKERS or DATABASE_CONNECTIONS.`
  } finally {
    await client.end()
  }
}
