import type { Shown } from './shown.ts'

/** One alarm of deploy/prometheus/alerts.yml, as far as a single look can tell. */
interface Alarm {
  name: string
  /** What is wrong, in a sentence; nothing if all is well. */
  says(shown: Shown, now: number): string | false
}

const HOUR = 3_600

/** In the order in which they matter. Rates need two looks, and are left to Prometheus. */
export const ALARMS: readonly Alarm[] = [
  {
    name: 'MarketAway',
    says: (shown) => shown.least('process_takes_requests') === 0 && 'A process of the market is ending.',
  },
  {
    name: 'DatabaseAway',
    says: (shown) => shown.least('database_up') === 0 && 'The market cannot reach its database.',
  },
  {
    name: 'BooksDoNotAddUp',
    says: (shown) =>
      counted(
        shown.most('market_books_findings'),
        'kind of fault was',
        'kinds of faults were',
        'found when the books were last recounted.',
      ),
  },
  {
    name: 'ClockStopped',
    says(shown, now) {
      const turns = shown.by('jobs_turn_seconds', 'task')
      const late = [...shown.by('jobs_last_success_timestamp_seconds', 'task')].filter(
        ([task, at]) => now - at > 300 + 3 * (turns.get(task) ?? 0),
      )
      const missed = [...shown.by('jobs_turn_late_seconds', 'task')].filter(([, seconds]) => seconds > 300)
      const tasks = [...new Set([...late, ...missed].map(([task]) => task))]
      return tasks.length > 0 && `Repeated jobs do not succeed or have no turn: ${tasks.join(', ')}.`
    },
  },
  {
    name: 'MailServerAway',
    says: (shown) => shown.least('mail_server_up') === 0 && 'The mail server does not let the market in.',
  },
  {
    name: 'MailsWait',
    says(shown) {
      const waits = shown.by('mails_oldest_waiting_seconds', 'lane')
      const stuck = [...waits].filter(([lane, seconds]) => seconds > (lane === 'bulk' ? 6 * HOUR : 900))
      return (
        stuck.length > 0 && `Mails wait: ${stuck.map(([lane, seconds]) => `${lane} for ${span(seconds)}`).join(', ')}.`
      )
    },
  },
  {
    name: 'PaymentsWait',
    says(shown) {
      const seconds = Math.max(
        shown.most('market_payments_unasked_seconds') ?? 0,
        shown.most('market_gateway_events_oldest_seconds') ?? 0,
      )
      return seconds > 600 && `What the gateway says about payments has not been worked on for ${span(seconds)}.`
    },
  },
  {
    name: 'DiskAlmostFull',
    says(shown) {
      const [free, size] = [shown.least('data_disk_free_bytes'), shown.least('data_disk_size_bytes')]
      if (free === undefined || size === undefined || (free / size >= 0.1 && free >= 1e9)) return false
      return `The disk of DATA_DIR has ${(free / 1e9).toFixed(1)} GB left of ${(size / 1e9).toFixed(0)} GB.`
    },
  },
  {
    name: 'RefundsStick',
    says(shown) {
      const [stuck, late] = [shown.most('market_refunds_stuck') ?? 0, shown.most('market_refunds_late') ?? 0]
      return stuck + late > 0 && `Refunds: ${stuck} need somebody, ${late} are past the day that their buyer was told.`
    },
  },
  {
    name: 'PayoutsStick',
    says(shown) {
      const stuck = shown.most('market_payouts_stuck') ?? 0
      const age = shown.most('market_payouts_oldest_waiting_seconds') ?? 0
      if (stuck === 0 && age <= 72 * HOUR) return false
      return `Payouts: ${stuck} need somebody; the oldest one on its way was begun ${span(age)} ago.`
    },
  },
  {
    name: 'BooksDiffer',
    says: (shown) =>
      counted(
        shown.most('market_book_differences_open'),
        'difference',
        'differences',
        'between the gateway and the ledger not looked at.',
      ),
  },
  {
    name: 'BooksNotChecked',
    says(shown, now) {
      const at = shown.most('market_books_checked_timestamp_seconds')
      return at !== undefined && now - at > 36 * HOUR && `The books were last recounted ${span(now - at)} ago.`
    },
  },
  {
    name: 'BackupTooOld',
    says(shown, now) {
      const at = shown.most('backup_taken_timestamp_seconds')
      return at !== undefined && now - at > 26 * HOUR && `The newest backup is ${span(now - at)} old.`
    },
  },
  {
    name: 'ReplicaBehind',
    says(shown) {
      const lags = shown.by('database_standby_lag_seconds', 'standby')
      // For a moment, each of them is not ready now and then.
      const behind = [...shown.by('database_standby_ready', 'standby')].filter(
        ([name, ready]) => ready === 0 && (lags.get(name) ?? Number.POSITIVE_INFINITY) > 5,
      )
      const names = behind.map(([name]) => name).join(', ')
      return behind.length > 0 && `Away or too far behind to answer reads: ${names}. The primary answers them.`
    },
  },
  {
    name: 'JobsWait',
    says(shown) {
      const seconds = shown.most('jobs_oldest_waiting_seconds') ?? 0
      return seconds > 600 && `The first job in the queue has been due for ${span(seconds)}.`
    },
  },
  {
    name: 'JobsGivenUp',
    says: (shown) => counted(shown.most('jobs_failed'), 'job was', 'jobs were', 'given up after all attempts.'),
  },
  {
    name: 'MailsFail',
    says: (shown) =>
      counted(shown.most('mails_failed_last_day'), 'mail', 'mails', 'of the last day taken by no server.', 20),
  },
]

/** "2 kinds of faults were found …" where there are more than `most`. */
function counted(amount = 0, one: string, many: string, rest: string, most = 0): string | false {
  return amount > most && `${amount} ${amount === 1 ? one : many} ${rest}`
}

/** "40 seconds", "12 minutes", "30 hours", "4 days". */
export function span(seconds: number): string {
  const steps: [number, string][] = [
    [2 * 86_400, 'days'],
    [2 * HOUR, 'hours'],
    [120, 'minutes'],
  ]
  const sizes: Record<string, number> = { days: 86_400, hours: HOUR, minutes: 60 }
  const unit = steps.find(([least]) => seconds >= least)?.[1] ?? 'seconds'
  return `${Math.floor(seconds / (sizes[unit] ?? 1))} ${unit}`
}
