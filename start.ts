import { setTimeout as delay } from 'node:timers/promises'
import { type Config, ConfigFault, configFromEnvironment } from '#config'
import { compress } from '#platform/http/compress.ts'
import { createLogger, withRequestLog } from '#platform/http/request-log.ts'
import { ListenFault, serve } from '#platform/http/serve.ts'
import { createStaticFiles } from '#platform/http/static-files.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { errorCode, PostgresFault } from '#platform/postgres/fault.ts'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { SecretFault } from '#platform/secrets/kept-secret.ts'
import { signingKeySet, siteKeys } from '#platform/secrets/site-keys.ts'
import { SiteFault } from '#platform/secrets/site-marks.ts'
import type { Main, MainDeps } from './main.ts'
import { ownSite } from './own-site.ts'

/** Closes what is open, last opened first. */
type Closers = (() => Promise<void>)[]

interface Life {
  closers: Closers
  opening: Promise<void>
  ending: boolean
}

/** Runs the market until a signal stops it. Faults that an operator can fix are printed as one sentence. */
export async function start({ dev = false } = {}): Promise<void> {
  const life: Life = { closers: [], opening: Promise.resolve(), ending: false }
  life.opening = open(life, dev)
  try {
    await life.opening
  } catch (error) {
    // On a shutdown during startup, the reason for not starting is of no interest.
    if (life.ending) return
    await closeAll(life.closers)
    const isTold = [ConfigFault, PostgresFault, ListenFault, SecretFault, SiteFault].some(
      (kind) => error instanceof kind,
    )
    console.error(isTold && error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function open(life: Life, dev: boolean): Promise<void> {
  const { closers } = life
  const config = configFromEnvironment()
  await refuseTakenPort(config)
  const end = endOnce(life)
  endOnSignals(end)
  const log = createLogger({ level: config.logLevel })
  // One unhandled rejection must not stop the market for everybody.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; stopping')
    void end(1)
  })
  const keys = await siteKeys(config)
  const signingKeys = await signingKeySet(config)
  const site = ownSite({ config, keys, signingKeys })
  const postgres = await openServer({
    databaseUrl: config.databaseUrl,
    readUrl: config.databaseReadUrl,
    onStandby: (text) => log.warn(text),
    poolerUrl: config.databasePoolerUrl,
    dataDir: config.dataDir,
    maxConnections: config.databaseConnections,
    limits: { statementTimeoutMs: config.databaseStatementTimeoutMs, lockTimeoutMs: config.databaseLockTimeoutMs },
    secret: keys.secret,
    strict: config.mode === 'production',
    check: site.check,
    // The market's own code takes as long to load as PostgreSQL to start. A fault is met again where it is needed.
    onStarting: () => dev || import('./main.ts').catch(() => undefined),
    onLoss: (fault) => void end(1, fault.message),
  })
  closers.unshift(() => postgres.close())
  for (const warning of postgres.warnings) log.warn(warning)
  if (config.mode === 'production' && !config.pushKey) log.warn(NO_PUSHES)
  if (!life.ending) await site.remember(postgres.ownerConnectionString)
  if (config.seed === 'demo' && !life.ending) await fillMarket(postgres, config)
  if (life.ending) return
  const { database, migrations } = postgres
  await answerPeople({ deps: { config, database, keys, signingKeys, migrations, log }, dev }, closers)
  if (life.ending) return
  announce(config)
  if (!(await hasChief(database))) console.log(FIRST_CHIEF)
}

/** Checked before the database is touched; `serve` notices if another process takes the port meanwhile. */
async function refuseTakenPort({ port, host, mode }: Config): Promise<void> {
  const nobody = { fetch: async () => new Response(), trustedProxies: 0, onBug: () => undefined }
  const probe = await serve({ ...nobody, host, port })
  await probe.stop(0)
  if (mode !== 'demo' || host !== '127.0.0.1') return
  // The demo is announced as localhost. Browsers try ::1 first, so no other server may listen there.
  const second = await serve({ ...nobody, host: '::1', port }).catch((error: ListenFault) => {
    if (errorCode(error.cause) === 'EADDRINUSE') throw error
  })
  await second?.stop(0)
}

/** Fills an empty market; gives a market whose buys have ended new ones. */
async function fillMarket({ ownerConnectionString: connectionString }: OpenServer, { siteUrl }: Config): Promise<void> {
  const { refreshDemoMarket, seedDemoMarket } = await import('./database/seed/seed.ts')
  const filled = await seedDemoMarket({ connectionString, siteUrl })
  if (!filled) await refreshDemoMarket({ connectionString })
}

const NO_PUSHES =
  'Web push is off: PUSH_PRIVATE_KEY is not set. People are told in the app and by mail alone. `npm run keys` prints a key.'

const GRACE_MS = 8_000

async function answerPeople({ deps, dev }: { deps: MainDeps; dev: boolean }, closers: Closers): Promise<void> {
  const { config, log } = deps
  const door = dev ? await (await import('./scripts/dev-door.ts')).openDevDoor(deps) : undefined
  const main: Main = door ?? (await (await import('./main.ts')).createMain(deps))
  closers.unshift(() => main.close())
  const files = dev ? undefined : createStaticFiles({ folder: 'build/client', immutablePrefix: '/assets/' })
  const answer = async (request: Request): Promise<Response> => {
    const file = await files?.(request)
    return file ?? compress(request, await main.fetch(request))
  }
  const listening = await serve({
    fetch: withRequestLog(answer, log),
    host: config.host,
    port: config.port,
    trustedProxies: config.trustedProxies,
    onBug: (error) => log.error({ err: error }, 'a request failed'),
    before: main.before,
  })
  // Say so, stop accepting requests, end jobs and websockets, then let running requests finish. PostgreSQL stops last.
  closers[0] = async () => {
    listening.leave()
    if (main.leave()) await delay(config.shutdownNoticeMs)
    const stopped = listening.stop(GRACE_MS)
    await main.close()
    await stopped
  }
  main.attach(listening.server)
}

type End = (code: number, reason?: string) => Promise<void>

/** Startup finishes first, because what is half open cannot be closed in order. */
function endOnce(life: Life): End {
  return async (code, reason) => {
    if (life.ending) return
    life.ending = true
    if (reason) console.error(reason)
    const limit = new Promise((resolve) => setTimeout(resolve, GRACE_MS))
    await Promise.race([life.opening.catch(() => undefined), limit])
    await closeAll(life.closers)
    process.exit(code)
  }
}

async function closeAll(closers: Closers): Promise<void> {
  for (const closer of closers.splice(0)) await closer().catch((error: unknown) => console.error(error))
}

/** The handlers stay until the end: without them, another signal would kill the process before PostgreSQL has stopped. */
function endOnSignals(end: End): void {
  let asked: number | undefined
  const hear = () => {
    if (asked === undefined) {
      asked = performance.now()
      console.log('Closing ...')
      void end(0)
    } else if (performance.now() - asked > HURRY_MS) {
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
}

/** A second signal after this time means the user does not want to wait; an earlier one is npm forwarding the terminal's. */
const HURRY_MS = 500

const DEMO_PEOPLE = 'customer vendor hub rider manager coordinator chief administrator supervisor'.split(' ')

function announce(config: Config): void {
  const seconds = (performance.now() / 1000).toFixed(1)
  console.log(`The market is open at ${config.siteUrl} (ready after ${seconds} s).`)
  if (config.mode !== 'demo') return
  if (config.seed === 'demo') {
    console.log(`Demo people: ${DEMO_PEOPLE.map((name) => `${name}@ajoja.test`).join(', ')}; password ajoja-demo.`)
  }
  if (!config.smtp) console.log(`Mails are kept and can be read at ${config.siteUrl}/dev/mail.`)
}

const FIRST_CHIEF =
  'There is no chief yet. Sign up there, confirm your e-mail address, then run: npm run grant -- EMAIL chief'

async function hasChief(database: Database): Promise<boolean> {
  const found = await database.as(SERVICE, (tx) => tx.query("select from public.profiles where role = 'chief' limit 1"))
  return found.rowCount === 1
}

// For tsx in development; scripts/start.mjs calls the built `start`.
if (process.argv.includes('--dev')) await start({ dev: true })
