import { configFromEnvironment } from '#config'
import { smtpTransport } from '#platform/mail/smtp.ts'
import { errorText } from '#platform/postgres/fault.ts'
import { siteKeys } from '#platform/secrets/site-keys.ts'
import { ALARMS, span } from './status/alarms.ts'
import { readShown, type Shown } from './status/shown.ts'

// npm run status: says in words how the market on this machine is, and ends with 1 if something is wrong. For people and for cron:
// `npm run --silent status || mail -s "The market" you@example.com`.

/** Request classes of process/admission.ts, in words. */
const WHO: Record<string, string> = {
  anonymous: 'visitors',
  reads: 'people who read',
  writes: 'people who write or sign in',
  joins: 'people who join or pay',
}

const config = configFromEnvironment()
const shown = await look()
if (typeof shown === 'string') {
  console.log(`WRONG  MarketAway: ${shown}`)
  process.exit(1)
}
const now = Date.now() / 1_000
const mailFault = await mailServerFault()
const wrong = ALARMS.flatMap(({ name, says }) => {
  const sentence = name === 'MailServerAway' && mailFault ? mailFault : says(shown, now)
  return sentence ? [`WRONG  ${name}: ${sentence}`] : []
})
console.log([...wrong, ...inWords(shown)].join('\n'))
if (wrong.length > 0) console.log('\nWhat to do about each name: docs/operating/alarms.md.')
process.exitCode = wrong.length > 0 ? 1 : 0

/** What the market shows, or why it shows nothing. */
async function look(): Promise<Shown | string> {
  const { host, port } = config.metrics ?? { host: config.host, port: config.port }
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const address = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/metrics`
  const headers = config.metrics ? undefined : { authorization: `Bearer ${(await siteKeys(config)).secret}` }
  try {
    const answer = await fetch(address, { ...(headers && { headers }), signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) return `${address} answers with ${answer.status}. Is that this market, with these settings?`
    return readShown(await answer.text())
  } catch {
    return `nothing answers at ${address}.`
  }
}

/** Why the mail server does not let this machine in, tried now. */
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

/** By whom, where there are any. */
function turnedAway(seen: Shown): string {
  const refused = [...seen.by('admission_refused_total', 'class')].filter(([, amount]) => amount > 0)
  const level = seen.most('admission_level') ?? 0
  if (refused.length === 0) return ''
  const each = refused.map(([asker, amount]) => `${WHO[asker] ?? asker} ${Math.round(amount).toLocaleString('en')}`)
  return `Turned away for want of room: ${each.join(', ')}; ${level > 0 ? 'it goes on' : 'nobody now'}.`
}

/** Nothing while the database does not answer. */
function lastBackup(seen: Shown): string {
  const at = seen.most('backup_taken_timestamp_seconds')
  if (at !== undefined) return `The newest backup is ${span(now - at)} old.`
  return seen.least('database_up') === 1 ? 'There has been no backup yet (npm run backup).' : ''
}

/** Whether one step back is open is in CHANGELOG.md too. */
function versionOf(seen: Shown): string {
  const [version = 'unknown'] = seen.by('build_info', 'version').keys()
  const [former = 'none'] = seen.by('build_info', 'former').keys()
  const [tables = 'unknown'] = seen.by('build_info', 'migration').keys()
  const back = former === 'none' ? 'no former version works with it' : `version ${former} works with it too`
  return `Version ${version}, tables up to ${tables}; ${back}.`
}

function inWords(seen: Shown): string[] {
  const answers = 'http_request_duration_seconds_count'
  const count = (name: string, labels?: Record<string, string>) =>
    Math.round(seen.sum(name, labels)).toLocaleString('en')
  const startedAt = seen.most('process_start_time_seconds')
  const rows = [
    startedAt === undefined ? '' : `${versionOf(seen)} Running for ${span(now - startedAt)}.`,
    `Answers since then: ${count(answers)}, of them ${count(answers, { status: '5xx' })} faults of ours, ${count(answers, { status: '503' })} "come back later", ${count(answers, { status: '429' })} "too many".`,
    turnedAway(seen),
    `Waiting: ${count('mails_waiting')} mails, ${seen.most('jobs_waiting') ?? 'unknown'} jobs, ${seen.most('market_payments_waiting') ?? 'unknown'} payments, ${seen.most('market_refunds_waiting') ?? 'unknown'} refunds, ${seen.most('market_payouts_waiting') ?? 'unknown'} payouts.`,
    `Connections: ${count('database_transactions_running')} transactions run, ${count('database_transactions_waiting')} wait; ${count('realtime_connections')} websockets.`,
    lastBackup(seen),
    `Memory ${(seen.sum('process_resident_memory_bytes') / 1e6).toFixed(0)} MB; ${((seen.least('data_disk_free_bytes') ?? 0) / 1e9).toFixed(1)} GB free on the disk of DATA_DIR.`,
  ]
  return rows.filter(Boolean).map((row) => `       ${row}`)
}
