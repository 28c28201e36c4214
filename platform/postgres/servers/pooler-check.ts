import { PostgresFault } from '../fault.ts'
import { connectOrExplain } from './server-check.ts'

/** Throws a `PostgresFault` if the two connection strings lead to different databases. */
export async function checkPooler({ pooler, direct }: { pooler: string; direct: string }): Promise<void> {
  const [behindPooler, behindDirect] = await Promise.all([pooler, direct].map(databaseId))
  if (behindPooler === behindDirect) return
  throw new PostgresFault(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases. Both must name the same one: the pooler, and the server behind it.',
  )
}

async function databaseId(connectionString: string): Promise<string | undefined> {
  const client = await connectOrExplain(connectionString)
  try {
    const { rows } = await client.query<{ id: string }>(
      `select concat_ws('/', (select system_identifier from pg_control_system()), oid) as id
       from pg_database where datname = current_database()`,
    )
    return rows[0]?.id
  } finally {
    await client.end()
  }
}
