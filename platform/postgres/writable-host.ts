import { errorText, PostgresFault } from './fault.ts'
import { connectOrExplain } from './server-check.ts'

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/
/** What a market may ask of a server; it always writes, so that the writable one is meant by each. */
const WRITING = ['any', 'read-write', 'primary']
/** A host that swallows what is sent to it must not hold up a start for longer. */
const START_MS = 3_000
/** Once one can be written to, the others have so long to say that they can too, and for a later reason. */
const OTHERS_MS = 300

/**
 * The address of each host in a connection string that names several, as libpq understands it
 * (`postgres://a:5432,b:5432/db?target_session_attrs=read-write`), which the driver does not.
 */
export function hostsOf(connectionString: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(connectionString) ?? []
  if (!hosts.includes(',')) return [connectionString]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** The addresses of the hosts that a market may write to; throws a `PostgresFault` if it asks for others. */
export function writingHosts(connectionString: string): string[] {
  const hosts = hostsOf(connectionString).map((host) => new URL(host))
  const wanted = hosts[0]?.searchParams.get('target_session_attrs') ?? 'any'
  if (!WRITING.includes(wanted)) {
    throw new PostgresFault(`DATABASE_URL asks for a server that is ${wanted}. Use target_session_attrs=read-write.`)
  }
  if (hosts.length < 2) return [connectionString]
  for (const host of hosts) host.searchParams.delete('target_session_attrs')
  return hosts.map((host) => host.href)
}

/**
 * The host that can be written to at this moment; a single host as it is. Throws a `PostgresFault` with what each host
 * said. What stays connected for long asks again: `openPrimary`.
 */
export async function writableHost(connectionString: string): Promise<string> {
  const hosts = writingHosts(connectionString)
  if (hosts.length < 2) return connectionString
  const { writable, reasons } = await askHosts(hosts, START_MS)
  if (writable !== undefined) return writable
  throw new PostgresFault(`No host of DATABASE_URL can be written to. ${reasons.join(' ')}`)
}

/**
 * Asks all hosts at once, each with so much time. Of several that can be written to, the one that was promoted last is meant:
 * a primary that is cut off from its cluster still believes in itself for a while. `silent` remembers who said nothing in all that time:
 * next time the others need not wait for them.
 */
export function askHosts(
  hosts: readonly string[],
  withinMs: number,
  silent = new Set<string>(),
): Promise<{ writable: string | undefined; reasons: string[] }> {
  return new Promise((resolve) => {
    const found: { host: string; timeline: string }[] = []
    const reasons: string[] = []
    let enough: NodeJS.Timeout | undefined
    const decide = () => {
      clearTimeout(enough)
      const [latest] = found.toSorted((a, b) =>
        a.timeline === b.timeline ? hosts.indexOf(a.host) - hosts.indexOf(b.host) : a.timeline < b.timeline ? 1 : -1,
      )
      resolve({ writable: latest?.host, reasons })
    }
    const beganAt = performance.now()
    const awaited = new Set(hosts.filter((host) => !silent.has(host)))
    for (const host of hosts) {
      void timelineOf(host, withinMs).then((answer) => {
        if ('timeline' in answer) found.push({ host, ...answer })
        else reasons.push(answer.reason)
        awaited.delete(host)
        if (performance.now() - beganAt < withinMs) silent.delete(host)
        else silent.add(host)
        if (found.length + reasons.length === hosts.length) decide()
        else if (found.length > 0 || awaited.size === 0) enough ??= setTimeout(decide, OTHERS_MS)
      })
    }
  })
}

/** Each promotion begins a new timeline, with a higher number. */
async function timelineOf(
  connectionString: string,
  withinMs: number,
): Promise<{ timeline: string } | { reason: string }> {
  const { host } = new URL(connectionString)
  try {
    const client = await connectOrExplain(connectionString, withinMs)
    try {
      const { rows } = await client.query<{ timeline: string | null }>(
        `select case when not (pg_is_in_recovery() or current_setting('transaction_read_only')::bool)
           then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`,
      )
      const timeline = rows[0]?.timeline ?? null
      return timeline === null ? { reason: `${host} is read-only.` } : { timeline }
    } finally {
      await client.end()
    }
  } catch (error) {
    return { reason: error instanceof PostgresFault ? error.message : `${host}: ${errorText(error)}.` }
  }
}
