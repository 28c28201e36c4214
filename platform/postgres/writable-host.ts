import { errorText, PostgresFault } from './fault.ts'
import { connectOrExplain } from './server-check.ts'

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/
/** What a market may ask of a server; it always writes, so that the first writable one is meant by each. */
const WRITING = ['any', 'read-write', 'primary']

/**
 * The address of each host in a connection string that names several, as libpq understands it
 * (`postgres://a:5432,b:5432/db?target_session_attrs=read-write`), which the driver does not.
 */
export function hostsOf(connectionString: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(connectionString) ?? []
  if (!hosts.includes(',')) return [connectionString]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * The first host that can be written to, asked in the order given; a single host as it is. Decided once a start: after a failover
 * the process has to start again. Throws a `PostgresFault` with what each host said.
 */
export async function writableHost(connectionString: string): Promise<string> {
  const hosts = hostsOf(connectionString).map((host) => new URL(host))
  const [first, second] = hosts
  if (!first) throw new PostgresFault('DATABASE_URL names no host.')
  const wanted = first.searchParams.get('target_session_attrs') ?? 'any'
  if (!WRITING.includes(wanted)) {
    throw new PostgresFault(`DATABASE_URL asks for a server that is ${wanted}. Use target_session_attrs=read-write.`)
  }
  if (!second) return connectionString
  const reasons: string[] = []
  for (const host of hosts) {
    host.searchParams.delete('target_session_attrs')
    const reason = await whyNotWritable(host.href)
    if (reason === null) return host.href
    reasons.push(reason)
  }
  throw new PostgresFault(`No host of DATABASE_URL can be written to. ${reasons.join(' ')}`)
}

async function whyNotWritable(connectionString: string): Promise<string | null> {
  const { host } = new URL(connectionString)
  try {
    const client = await connectOrExplain(connectionString)
    try {
      const { rows } = await client.query<{ closed: boolean }>(
        "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as closed",
      )
      return rows[0]?.closed ? `${host} is read-only.` : null
    } finally {
      await client.end()
    }
  } catch (error) {
    return error instanceof PostgresFault ? error.message : `${host}: ${errorText(error)}.`
  }
}
