import pg from 'pg'
import { errorCode, errorText, PostgresFault } from '../fault.ts'

const MIN_VERSION = 15
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

interface ServerFacts {
  version: number
  standby: boolean
  read_only: boolean
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  data_checksums: string
}

/**
 * Throws a `PostgresFault` if the server can't be reached, is too old, is read-only, may lose committed data, or is a
 * pooler in transaction mode. Returns warnings as sentences.
 */
export async function checkServer(connectionString: string): Promise<string[]> {
  const client = await connectOrExplain(connectionString)
  try {
    return await checkClient(client, connectionString)
  } finally {
    await client.end()
  }
}

async function checkClient(client: pg.Client, connectionString: string): Promise<string[]> {
  const facts = await readFacts(client)
  const place = placeOf(connectionString)
  if (facts.version < MIN_VERSION) {
    throw new PostgresFault(`PostgreSQL ${MIN_VERSION} or later is needed, but ${place} runs ${facts.version}.`)
  }
  if (facts.standby) throw new PostgresFault(`PostgreSQL at ${place} is a read-only replica. Use the primary server.`)
  if (facts.read_only) {
    throw new PostgresFault(`PostgreSQL at ${place} is read-only (default_transaction_read_only is on).`)
  }
  await rejectPooler(client, connectionString)
  const weak = DURABILITY.filter((setting) => facts[setting] === 'off')
  if (weak.length > 0) {
    throw new PostgresFault(`PostgreSQL at ${place} may lose committed data: turn on ${weak.join(', ')}.`)
  }
  return facts.data_checksums === 'on'
    ? []
    : [`PostgreSQL at ${place} has no data checksums: damage would go unnoticed.`]
}

const ATTEMPTS = 8

/**
 * Detects a pooler in transaction mode. A direct connection keeps its server process while it is open; behind such a
 * pooler it doesn't, and prepared statements, LISTEN and session locks are lost.
 */
async function rejectPooler(first: pg.Client, connectionString: string): Promise<void> {
  const second = await connectOrExplain(connectionString)
  const serverProcessOf = async (client: pg.Client) =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const isShared = async () => {
    const before = await serverProcessOf(first)
    await second.query('begin')
    const elsewhere = await serverProcessOf(second)
    // While the second connection is in a transaction, a direct first one still has its process; through a pooler it
    // may get another one.
    const after = before === elsewhere ? elsewhere : await serverProcessOf(first)
    await second.query('rollback')
    return before === elsewhere || before !== after
  }
  let isPooler = false
  try {
    // A busy pooler may return the same process by chance, so the check is repeated.
    for (let attempt = 0; attempt < ATTEMPTS && !isPooler; attempt += 1) isPooler = await isShared()
  } finally {
    await second.end()
  }
  if (!isPooler) return
  throw new PostgresFault(
    `${placeOf(connectionString)} is a pooler that shares connections between transactions. Name the server behind it in DATABASE_DIRECT_URL, or use a pooler in session mode.`,
  )
}

async function readFacts(client: pg.Client): Promise<ServerFacts> {
  const settings = [...DURABILITY, 'data_checksums'].map((name) => `current_setting('${name}') as ${name}`)
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as standby,
            current_setting('transaction_read_only')::bool as read_only, ${settings.join(', ')}`,
  )
  if (!rows[0]) throw new PostgresFault('PostgreSQL returned no facts about itself.')
  return rows[0]
}

/**
 * Connects, or throws a `PostgresFault` that says in one sentence why it can't. `withinMs` is also the timeout of each
 * statement.
 */
export async function connectOrExplain(connectionString: string, withinMs?: number): Promise<pg.Client> {
  const place = placeOf(connectionString)
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs ?? 10_000,
    ...(withinMs !== undefined && { query_timeout: withinMs }),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    // Otherwise the server waits a minute for the password, and no database can be dropped meanwhile.
    await client.end().catch(() => undefined)
    throw new PostgresFault(explain(error, place), { cause: error })
  }
}

function explain(error: unknown, place: string): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `Nothing is listening at ${place}. Start PostgreSQL there, or correct DATABASE_URL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${place} is unknown. Correct DATABASE_URL.`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${place} refuses the user or password of DATABASE_URL.`
    case '3D000':
      return `PostgreSQL at ${place} has no such database. Create it, or correct DATABASE_URL.`
    default:
      return explainText(errorText(error), place)
  }
}

/** Errors without a code. */
function explainText(text: string, place: string): string {
  if (text.includes('password must be a string'))
    return `PostgreSQL at ${place} asks for a password. Add it to DATABASE_URL.`
  if (/^(timeout|Connection terminated)/.test(text))
    return `${place} does not answer. Check DATABASE_URL and the network in between.`
  return `PostgreSQL at ${place} cannot be reached: ${text}.`
}

/** Host, port and database of a connection string, without its credentials. */
function placeOf(connectionString: string): string {
  const { hostname, port, pathname } = new URL(connectionString)
  return hostname ? `${hostname}:${port || '5432'}${pathname}` : `the local socket${pathname}`
}
