import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { PostgresFault } from '#platform/postgres/fault.ts'
import { checkBalances } from './simulating/balances.ts'
import { AuditFailed, type MonthProgress, simulateMonth } from './simulating/month/month.ts'
import { HELP, OptionsFault, readDayOptions, readMonthOptions } from './simulating/options.ts'
import { reportPage } from './simulating/report.ts'
import { daySummary } from './simulating/sharing-day/day-summary.ts'
import { simulateSharingDay } from './simulating/sharing-day/sharing-day.ts'

/**
 * npm run simulate: simulates a month of the market and writes a report; or a sharing day, with a summary of a few
 * lines.
 */
const BAR_WIDTH = 30

try {
  await main()
} catch (error) {
  const isExpected = error instanceof AuditFailed || error instanceof PostgresFault || error instanceof OptionsFault
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'sharing-day') return sharingDay(rest)
  const options = readMonthOptions(process.argv.slice(2))
  if (!options) {
    console.log(HELP)
    return
  }
  const { out } = options
  const month = await onThrowawayPostgres((connectionString) =>
    simulateMonth({ ...options, connectionString, authenticatorPassword: 'simulation', onStep: showProgress }),
  )
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, reportPage(month, await readFile('web/theme/theme.css', 'utf8')))
  await writeFile(out.replace(/(\.html)?$/, '.json'), `${JSON.stringify(month, null, 2)}\n`)
  const unbalanced = checkBalances(month.figures.sums).filter(({ holds }) => !holds)
  for (const { label, leftKobo, rightKobo } of unbalanced) console.error(`${label}: ${leftKobo} and ${rightKobo} kobo.`)
  console.log(unbalanced.length === 0 ? `In = out + held, to the kobo. ${out}` : `The sums do not add up. ${out}`)
  if (unbalanced.length > 0) process.exitCode = 1
}

async function sharingDay(args: readonly string[]): Promise<void> {
  const options = readDayOptions(args)
  if (!options) {
    console.log(HELP)
    return
  }
  const day = await onThrowawayPostgres((connectionString) =>
    simulateSharingDay({
      ...options,
      connectionString,
      authenticatorPassword: 'simulation',
      onStep: (step) => process.stdout.isTTY && process.stdout.write(`\r\x1b[K${step}, audited`),
    }),
  )
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  for (const line of daySummary(day)) console.log(line)
  if (day.findings.length > 0) process.exitCode = 1
}

async function onThrowawayPostgres<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulated-month-'))
  // PostgreSQL may have to run as another account, which needs access.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
  try {
    return await work(postgres.connectionString)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A progress bar on a terminal; otherwise one line per simulated day. */
function showProgress({ hour, hours, acts }: MonthProgress): void {
  const days = Math.floor(hours / 24)
  const day = `day ${Math.min(Math.ceil(hour / 24), days)} of ${days}, ${acts} acts, audit clean`
  if (!process.stdout.isTTY) {
    if (hour % 24 === 0 || hour === hours) console.log(day)
    return
  }
  const full = Math.round((hour / hours) * BAR_WIDTH)
  process.stdout.write(`\r[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${day}${hour === hours ? '\n' : ''}`)
}
