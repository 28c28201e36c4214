import { connectOrExplain } from './server-check.ts'

/** A sentence if the server allows fewer connections than these processes may open together. */
export async function tooFewConnections(connectionString: string, wanted: number): Promise<string | undefined> {
  const client = await connectOrExplain(connectionString)
  try {
    const { rows } = await client.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    )
    const allowed = rows[0]?.allowed ?? wanted
    if (allowed >= wanted) return undefined
    return `PostgreSQL allows ${allowed} connections, and the processes of this market may open ${wanted}: raise max_connections, or lower WORKERS or DATABASE_CONNECTIONS.`
  } finally {
    await client.end()
  }
}
