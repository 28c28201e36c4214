import { errorText, PostgresFault } from '../fault.ts'
import { connectOrExplain } from './server-check.ts'

const MULTI_HOST_URL = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/
/** Accepted values of target_session_attrs; all mean a writable server, because the site always writes. */
const WRITABLE_SESSION_ATTRS = ['any', 'read-write', 'primary']
/** Timeout of a probe at startup: an unresponsive host must not delay it for longer. */
const STARTUP_TIMEOUT_MS = 3_000
/**
 * Once a writable host is found, the others get this time to respond that they are writable too, with a later timeline.
 */
const SETTLE_MS = 300

/**
 * One connection string for each host of a connection string with several hosts, which libpq supports
 * (`postgres://a:5432,b:5432/db?target_session_attrs=read-write`) and the driver doesn't.
 */
export function hostsOf(connectionString: string): string[] {
  const [, before = '', hosts = '', after = ''] = MULTI_HOST_URL.exec(connectionString) ?? []
  if (!hosts.includes(',')) return [connectionString]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * The connection strings of the hosts that may be the primary; throws a `PostgresFault` for another
 * target_session_attrs.
 */
export function candidateHosts(connectionString: string): string[] {
  const hosts = hostsOf(connectionString).map((host) => new URL(host))
  const sessionAttrs = hosts[0]?.searchParams.get('target_session_attrs') ?? 'any'
  if (!WRITABLE_SESSION_ATTRS.includes(sessionAttrs)) {
    throw new PostgresFault(
      `DATABASE_URL asks for a server that is ${sessionAttrs}. Use target_session_attrs=read-write.`,
    )
  }
  if (hosts.length < 2) return [connectionString]
  for (const host of hosts) host.searchParams.delete('target_session_attrs')
  return hosts.map((host) => host.href)
}

/**
 * The host that is writable at the moment; a single host is returned as it is. Throws a `PostgresFault` with the
 * response of each host. Long-lived connections use `openPrimary`, which probes again.
 */
export async function writableHost(connectionString: string): Promise<string> {
  const hosts = candidateHosts(connectionString)
  if (hosts.length < 2) return connectionString
  const { writable, reasons } = await probeHosts(hosts, STARTUP_TIMEOUT_MS)
  if (writable !== undefined) return writable
  throw new PostgresFault(`No host of DATABASE_URL can be written to. ${reasons.join(' ')}`)
}

/**
 * Probes all hosts in parallel with a timeout. If several are writable, the one promoted last wins: a primary that is
 * cut off from its cluster still considers itself the primary for a while. `unresponsive` collects hosts that timed
 * out: the next probe doesn't wait for them.
 */
export function probeHosts(
  hosts: readonly string[],
  withinMs: number,
  unresponsive = new Set<string>(),
): Promise<{ writable: string | undefined; reasons: string[] }> {
  return new Promise((resolve) => {
    const found: { host: string; timeline: string }[] = []
    const reasons: string[] = []
    let settleTimer: NodeJS.Timeout | undefined
    const decide = () => {
      clearTimeout(settleTimer)
      const [latest] = found.toSorted((a, b) =>
        a.timeline === b.timeline ? hosts.indexOf(a.host) - hosts.indexOf(b.host) : a.timeline < b.timeline ? 1 : -1,
      )
      resolve({ writable: latest?.host, reasons })
    }
    const startedAt = performance.now()
    const pendingHosts = new Set(hosts.filter((host) => !unresponsive.has(host)))
    for (const host of hosts) {
      void timelineOf(host, withinMs).then((result) => {
        if ('timeline' in result) found.push({ host, ...result })
        else reasons.push(result.reason)
        pendingHosts.delete(host)
        if (performance.now() - startedAt < withinMs) unresponsive.delete(host)
        else unresponsive.add(host)
        if (found.length + reasons.length === hosts.length) decide()
        else if (found.length > 0 || pendingHosts.size === 0) settleTimer ??= setTimeout(decide, SETTLE_MS)
      })
    }
  })
}

/** Each promotion starts a new timeline with a higher number. */
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
