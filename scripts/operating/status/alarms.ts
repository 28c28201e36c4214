import type { Metrics } from './metrics.ts'

/** One alarm of deploy/prometheus/alerts.yml, as far as it can be evaluated from a single scrape. */
interface Alarm {
  name: string
  /** The problem as a sentence; false if the alarm does not fire. `now` is a Unix time in seconds. */
  message(metrics: Metrics, now: number): string | false
}

const HOUR = 3_600

/** In order of importance. Alarms on rates need two scrapes and exist in Prometheus only. */
export const ALARMS: readonly Alarm[] = [
  {
    name: 'MarketAway',
    message: (metrics) => metrics.min('process_ready') === 0 && 'A process of the market is ending.',
  },
  {
    name: 'DatabaseAway',
    message: (metrics) => metrics.min('database_up') === 0 && 'The market cannot reach its database.',
  },
  {
    name: 'BooksDoNotAddUp',
    message: (metrics) =>
      countMessage(
        metrics.max('market_books_findings'),
        'kind of fault was',
        'kinds of faults were',
        'found when the books were last recounted.',
      ),
  },
  {
    name: 'ClockStopped',
    message(metrics, now) {
      const turns = metrics.by('jobs_interval_seconds', 'task')
      const late = [...metrics.by('jobs_last_success_timestamp_seconds', 'task')].filter(
        ([task, at]) => now - at > 300 + 3 * (turns.get(task) ?? 0),
      )
      const missed = [...metrics.by('jobs_delay_seconds', 'task')].filter(([, seconds]) => seconds > 300)
      const tasks = [...new Set([...late, ...missed].map(([task]) => task))]
      return tasks.length > 0 && `Repeated jobs do not succeed or do not run: ${tasks.join(', ')}.`
    },
  },
  {
    name: 'MailServerAway',
    message: (metrics) => metrics.min('mail_server_up') === 0 && 'The mail server rejects the market.',
  },
  {
    name: 'MailsWait',
    message(metrics) {
      const waits = metrics.by('mails_oldest_waiting_seconds', 'lane')
      const stuck = [...waits].filter(([lane, seconds]) => seconds > (lane === 'bulk' ? 6 * HOUR : 900))
      return (
        stuck.length > 0 &&
        `Mails wait: ${stuck.map(([lane, seconds]) => `${lane} for ${formatDuration(seconds)}`).join(', ')}.`
      )
    },
  },
  {
    name: 'MessagesWait',
    message(metrics) {
      const seconds = metrics.max('market_outbox_oldest_seconds')
      return (seconds ?? 0) > 300 && `A message has not been written for ${formatDuration(seconds ?? 0)}.`
    },
  },
  {
    name: 'PaymentsWait',
    message(metrics) {
      const seconds = Math.max(
        metrics.max('market_payments_unchecked_seconds') ?? 0,
        metrics.max('market_gateway_events_oldest_seconds') ?? 0,
      )
      return (
        seconds > 600 && `What the gateway says about payments has not been worked on for ${formatDuration(seconds)}.`
      )
    },
  },
  {
    name: 'DiskAlmostFull',
    message(metrics) {
      const [free, size] = [metrics.min('data_disk_free_bytes'), metrics.min('data_disk_size_bytes')]
      if (free === undefined || size === undefined || (free / size >= 0.1 && free >= 1e9)) return false
      return `The disk of DATA_DIR has ${(free / 1e9).toFixed(1)} GB left of ${(size / 1e9).toFixed(0)} GB.`
    },
  },
  {
    name: 'RefundsStick',
    message(metrics) {
      const [stuck, late] = [metrics.max('market_refunds_stuck') ?? 0, metrics.max('market_refunds_late') ?? 0]
      return (
        stuck + late > 0 &&
        `Refunds: ${stuck} need attention, ${late} are past the day that was promised to their buyer.`
      )
    },
  },
  {
    name: 'PayoutsStick',
    message(metrics) {
      const stuck = metrics.max('market_payouts_stuck') ?? 0
      const age = metrics.max('market_payouts_oldest_waiting_seconds') ?? 0
      if (stuck === 0 && age <= 72 * HOUR) return false
      return `Payouts: ${stuck} need attention; the oldest one on its way was begun ${formatDuration(age)} ago.`
    },
  },
  {
    name: 'BooksDiffer',
    message: (metrics) =>
      countMessage(
        metrics.max('market_book_differences_open'),
        'difference',
        'differences',
        'between the gateway and the ledger not looked at.',
      ),
  },
  {
    name: 'BooksNotChecked',
    message(metrics, now) {
      const at = metrics.max('market_books_checked_timestamp_seconds')
      return (
        at !== undefined && now - at > 36 * HOUR && `The books were last recounted ${formatDuration(now - at)} ago.`
      )
    },
  },
  {
    name: 'BackupTooOld',
    message(metrics, now) {
      const at = metrics.max('backup_taken_timestamp_seconds')
      return at !== undefined && now - at > 26 * HOUR && `The newest backup is ${formatDuration(now - at)} old.`
    },
  },
  {
    name: 'ReplicaBehind',
    message(metrics) {
      const lags = metrics.by('database_standby_lag_seconds', 'standby')
      // A standby may be briefly not ready in normal operation.
      const behind = [...metrics.by('database_standby_ready', 'standby')].filter(
        ([name, ready]) => ready === 0 && (lags.get(name) ?? Number.POSITIVE_INFINITY) > 5,
      )
      const names = behind.map(([name]) => name).join(', ')
      return behind.length > 0 && `Away or too far behind to answer reads: ${names}. The primary answers them.`
    },
  },
  {
    name: 'JobsWait',
    message(metrics) {
      const seconds = metrics.max('jobs_oldest_waiting_seconds') ?? 0
      return seconds > 600 && `The first job in the queue has been due for ${formatDuration(seconds)}.`
    },
  },
  {
    name: 'JobsGivenUp',
    message: (metrics) =>
      countMessage(metrics.max('jobs_failed'), 'job was', 'jobs were', 'given up after all attempts.'),
  },
  {
    name: 'MailsFail',
    message: (metrics) =>
      countMessage(metrics.max('mails_failed_last_day'), 'mail', 'mails', 'of the last day taken by no server.', 20),
  },
]

/** "2 kinds of faults were found …" where there are more than `most`. */
function countMessage(amount = 0, one: string, many: string, rest: string, most = 0): string | false {
  return amount > most && `${amount} ${amount === 1 ? one : many} ${rest}`
}

/** "40 seconds", "12 minutes", "30 hours", "4 days". */
export function formatDuration(seconds: number): string {
  const steps: [number, string][] = [
    [2 * 86_400, 'days'],
    [2 * HOUR, 'hours'],
    [120, 'minutes'],
  ]
  const sizes: Record<string, number> = { days: 86_400, hours: HOUR, minutes: 60 }
  const unit = steps.find(([least]) => seconds >= least)?.[1] ?? 'seconds'
  return `${Math.floor(seconds / (sizes[unit] ?? 1))} ${unit}`
}
