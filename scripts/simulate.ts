import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/postgres/embedded.ts'
import { PostgresFault } from '#platform/postgres/fault.ts'
import { balancesOf } from './simulating/adding-up.ts'
import { dayInWords } from './simulating/day-in-words.ts'
import { MonthBroken, type Step, simulateMonth } from './simulating/month.ts'
import { reportPage } from './simulating/report.ts'
import { simulateSharingDay } from './simulating/sharing-day.ts'
import { HELP, readDayWish, readWish, WishFault } from './simulating/wish.ts'

/** npm run simulate: a month of the market, thrown away but for its report; or its sharing day, told in a few lines. */
const BAR = 30

try {
  await main()
} catch (error) {
  const isTold = error instanceof MonthBroken || error instanceof PostgresFault || error instanceof WishFault
  console.error(isTold ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'sharing-day') return sharingDay(rest)
  const wish = readWish(process.argv.slice(2))
  if (!wish) {
    console.log(HELP)
    return
  }
  const { out } = wish
  const month = await onThrowawayPostgres((connectionString) =>
    simulateMonth({ ...wish, connectionString, authenticatorPassword: 'simulation', onStep: show }),
  )
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, reportPage(month, await readFile('web/theme/theme.css', 'utf8')))
  await writeFile(out.replace(/(\.html)?$/, '.json'), `${JSON.stringify(month, null, 2)}\n`)
  const broken = balancesOf(month.figures.sums).filter(({ holds }) => !holds)
  for (const { says, leftKobo, rightKobo } of broken) console.error(`${says}: ${leftKobo} and ${rightKobo} kobo.`)
  console.log(broken.length === 0 ? `In = out + held, to the kobo. ${out}` : `The sums do not add up. ${out}`)
  if (broken.length > 0) process.exitCode = 1
}

async function sharingDay(args: readonly string[]): Promise<void> {
  const wish = readDayWish(args)
  if (!wish) {
    console.log(HELP)
    return
  }
  const day = await onThrowawayPostgres((connectionString) =>
    simulateSharingDay({
      ...wish,
      connectionString,
      authenticatorPassword: 'simulation',
      onStep: (says) => process.stdout.isTTY && process.stdout.write(`\r\x1b[K${says}, audited`),
    }),
  )
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  for (const line of dayInWords(day)) console.log(line)
  if (day.findings.length > 0) process.exitCode = 1
}

async function onThrowawayPostgres<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulated-month-'))
  // PostgreSQL may have to run as another account, which must get through.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
  try {
    return await work(postgres.connectionString)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A bar where somebody watches, a line a day where it is kept. */
function show({ hour, hours, acts }: Step): void {
  const days = Math.floor(hours / 24)
  const day = `day ${Math.min(Math.ceil(hour / 24), days)} of ${days}, ${acts} acts, audit clean`
  if (!process.stdout.isTTY) {
    if (hour % 24 === 0 || hour === hours) console.log(day)
    return
  }
  const full = Math.round((hour / hours) * BAR)
  process.stdout.write(`\r[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${day}${hour === hours ? '\n' : ''}`)
}
