import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAIL_SERVER_CHECK_MS } from '#platform/mail/mail-server.ts'
import { MAIL_CONNECT_TIMEOUT_MS } from '#platform/mail/smtp.ts'
import { ALARMS, formatDuration } from './alarms.ts'
import { parseMetrics } from './metrics.ts'

const NOW = 1_800_000_000
const WELL = `
process_ready 1
database_up 1
mail_server_up 1
jobs_interval_seconds{task="a"} 15
jobs_last_success_timestamp_seconds{task="a"} ${NOW - 20}
jobs_delay_seconds{task="a"} 2
mails_oldest_waiting_seconds{lane="bulk"} 5000
mails_failed_last_day 3
market_books_checked_timestamp_seconds ${NOW - 3_600}
backup_taken_timestamp_seconds ${NOW - 25 * 3_600}
database_standby_ready{standby="db2:5432"} 0
database_standby_lag_seconds{standby="db2:5432"} 0.4
data_disk_free_bytes 50000000000
data_disk_size_bytes 100000000000
sessions_read_age_seconds +Inf
`
const firing = (text: string) => ALARMS.flatMap(({ name, message }) => (message(parseMetrics(text), NOW) ? [name] : []))

test('a healthy market fires no alarm, and one without database metrics only DatabaseAway', () => {
  expect(firing(WELL)).toEqual([])
  expect(firing('database_up 0')).toEqual(['DatabaseAway'])
})

test.each([
  ['process_ready 0', 'MarketAway'],
  ['market_books_findings 2', 'BooksDoNotAddUp'],
  [`jobs_last_success_timestamp_seconds{task="b"} ${NOW - 400}`, 'ClockStopped'],
  ['jobs_delay_seconds{task="b"} 301', 'ClockStopped'],
  ['mail_server_up 0', 'MailServerAway'],
  ['mails_oldest_waiting_seconds{lane="codes"} 901', 'MailsWait'],
  ['market_outbox_oldest_seconds 301', 'MessagesWait'],
  ['market_gateway_events_oldest_seconds 601', 'PaymentsWait'],
  ['data_disk_free_bytes 900000000', 'DiskAlmostFull'],
  ['market_refunds_late 1', 'RefundsStick'],
  ['market_payouts_oldest_waiting_seconds 300000', 'PayoutsStick'],
  ['market_book_differences_open 1', 'BooksDiffer'],
  ['database_standby_ready{standby="db3:5432"} 0', 'ReplicaBehind'],
  ['database_standby_lag_seconds{standby="db2:5432"} 30', 'ReplicaBehind'],
  ['jobs_oldest_waiting_seconds 601', 'JobsWait'],
  ['jobs_failed 1', 'JobsGivenUp'],
  ['mails_failed_last_day 21', 'MailsFail'],
])('%s fires %s', (line, name) => expect(firing(`${WELL}\n${line}`)).toEqual([name]))

test('an audit that is too old fires an alarm', () => {
  const old = WELL.replace(String(NOW - 3_600), String(NOW - 37 * 3_600))
  expect(firing(old)).toEqual(['BooksNotChecked'])
})

test('a backup that is too old fires an alarm; a market without backups here does not', () => {
  const last = `backup_taken_timestamp_seconds ${NOW - 25 * 3_600}`
  expect(firing(WELL.replace(last, `backup_taken_timestamp_seconds ${NOW - 27 * 3_600}`))).toEqual(['BackupTooOld'])
  expect(firing(WELL.replace(last, ''))).toEqual([])
})

test('every alarm has a Prometheus rule and a section of docs/operating/alarms.md', () => {
  const rules = [...readFileSync('deploy/prometheus/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  const page = readFileSync('docs/operating/alarms.md', 'utf8')
  expect(rules).toEqual(expect.arrayContaining(ALARMS.map(({ name }) => name)))
  for (const name of rules) expect(page).toMatch(new RegExp(`^## ${name}\\b`, 'm'))
})

test('a dead mail server fires an alarm within two minutes, however soon it dies after the last check', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
  const settings = readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
  // A server that has just responded is skipped once, and an unreachable one delays the last attempt by its timeout.
  const noticed = (2 * MAIL_SERVER_CHECK_MS + MAIL_CONNECT_TIMEOUT_MS) / 1_000
  const scraped = seconds(settings, /scrape_interval: (\d+)s/) + seconds(settings, /evaluation_interval: (\d+)s/)
  const waited = seconds(rules, /alert: MailServerAway[\s\S]*?for: (\d+)s/)
  expect(noticed + scraped + waited).toBeLessThanOrEqual(120)
})

test('every metric of a rule is documented for operators', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
  const page = readFileSync('docs/operating/metrics.md', 'utf8')
  const names = new Set(rules.match(/\b(http|database|jobs|mails?|market|data|backup)_[a-z_]+/g))
  for (const name of names) expect(page).toContain(name.replace(/_(bucket|count)$/, ''))
})

test('formats durations', () => {
  expect([40, 150, 3 * 3_600, 100 * 3_600].map(formatDuration)).toEqual([
    '40 seconds',
    '2 minutes',
    '3 hours',
    '4 days',
  ])
})
