import { configFromEnvironment } from '#config'
import { smtpTransport } from '#platform/mail/smtp.ts'
import { errorText } from '#platform/postgres/fault.ts'
import { loadApiKeys } from '#platform/secrets/site-keys.ts'
import { ALARMS, formatDuration } from './status/alarms.ts'
import { type Metrics, parseMetrics } from './status/metrics.ts'

// npm run status: prints the state of the market on this machine, and exits with 1 if something is wrong. For people
// and for cron: `npm run --silent status || mail -s "The market" you@example.com`.

/** Display names of the request classes of process/gate/admission.ts. */
const CLASS_NAMES: Record<string, string> = {
  anonymous: 'visitors',
  reads: 'people who read',
  writes: 'people who write or sign in',
  joins: 'people who join or pay',
}

const config = configFromEnvironment()
const metrics = await fetchMetrics()
if (typeof metrics === 'string') {
  console.log(`WRONG  MarketAway: ${metrics}`)
  process.exit(1)
}
const now = Date.now() / 1_000
const mailFault = await mailServerFault()
const wrong = ALARMS.flatMap(({ name, message }) => {
  const sentence = name === 'MailServerAway' && mailFault ? mailFault : message(metrics, now)
  return sentence ? [`WRONG  ${name}: ${sentence}`] : []
})
console.log([...wrong, ...summaryLines(metrics)].join('\n'))
if (wrong.length > 0) console.log('\nWhat to do about each name: docs/operating/alarms.md.')
process.exitCode = wrong.length > 0 ? 1 : 0

/** The market's metrics, or why they could not be read. */
async function fetchMetrics(): Promise<Metrics | string> {
  const { host, port } = config.metrics ?? { host: config.host, port: config.port }
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const address = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/metrics`
  const headers = config.metrics ? undefined : { authorization: `Bearer ${(await loadApiKeys(config)).secret}` }
  try {
    const response = await fetch(address, { ...(headers && { headers }), signal: AbortSignal.timeout(10_000) })
    if (!response.ok) return `${address} responds with ${response.status}. Is that this market, with these settings?`
    return parseMetrics(await response.text())
  } catch {
    return `there is no response from ${address}.`
  }
}

/** Tries the mail server now; the reason if it rejects this machine. */
async function mailServerFault(): Promise<string | undefined> {
  if (!config.smtp) return undefined
  const transport = smtpTransport(config.smtp)
  const { hostname, port } = new URL(config.smtp.url)
  try {
    await transport.verify()
    return undefined
  } catch (fault) {
    return `The mail server ${hostname}${port && `:${port}`} does not let the market in: ${errorText(fault)}.`
  } finally {
    transport.close()
  }
}

/** Rejected requests by class; empty if there are none. */
function rejectedRequests(metrics: Metrics): string {
  const refused = [...metrics.by('admission_refused_total', 'class')].filter(([, amount]) => amount > 0)
  const level = metrics.max('admission_level') ?? 0
  if (refused.length === 0) return ''
  const each = refused.map(
    ([name, amount]) => `${CLASS_NAMES[name] ?? name} ${Math.round(amount).toLocaleString('en')}`,
  )
  return `Rejected under load: ${each.join(', ')}; ${level > 0 ? 'load shedding is active' : 'none at present'}.`
}

/** Empty while the database does not respond. */
function lastBackup(metrics: Metrics): string {
  const at = metrics.max('backup_taken_timestamp_seconds')
  if (at !== undefined) return `The newest backup is ${formatDuration(now - at)} old.`
  return metrics.min('database_up') === 1 ? 'There has been no backup yet (npm run backup).' : ''
}

/** Also says whether a rollback to the former version is possible, as CHANGELOG.md does. */
function versionLine(metrics: Metrics): string {
  const [version = 'unknown'] = metrics.by('build_info', 'version').keys()
  const [former = 'none'] = metrics.by('build_info', 'former').keys()
  const [tables = 'unknown'] = metrics.by('build_info', 'migration').keys()
  const rollback = former === 'none' ? 'no former version works with them' : `version ${former} works with them too`
  return `Version ${version}, tables up to ${tables}; ${rollback}.`
}

function summaryLines(metrics: Metrics): string[] {
  const responses = 'http_request_duration_seconds_count'
  const count = (name: string, labels?: Record<string, string>) =>
    Math.round(metrics.sum(name, labels)).toLocaleString('en')
  const startedAt = metrics.max('process_start_time_seconds')
  const rows = [
    startedAt === undefined ? '' : `${versionLine(metrics)} Running for ${formatDuration(now - startedAt)}.`,
    `Responses since then: ${count(responses)}, of them ${count(responses, { status: '5xx' })} server errors, ${count(responses, { status: '503' })} "service unavailable", ${count(responses, { status: '429' })} "too many requests".`,
    rejectedRequests(metrics),
    `Waiting: ${count('mails_waiting')} mails, ${metrics.max('jobs_waiting') ?? 'unknown'} jobs, ${metrics.max('market_payments_waiting') ?? 'unknown'} payments, ${metrics.max('market_refunds_waiting') ?? 'unknown'} refunds, ${metrics.max('market_payouts_waiting') ?? 'unknown'} payouts.`,
    `Connections: ${count('database_transactions_running')} transactions running, ${count('database_transactions_waiting')} queued; ${count('realtime_connections')} websockets.`,
    lastBackup(metrics),
    `Memory ${(metrics.sum('process_resident_memory_bytes') / 1e6).toFixed(0)} MB; ${((metrics.min('data_disk_free_bytes') ?? 0) / 1e9).toFixed(1)} GB free on the disk of DATA_DIR.`,
  ]
  return rows.filter(Boolean).map((row) => `       ${row}`)
}
