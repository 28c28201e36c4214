import { setTimeout as delay } from 'node:timers/promises'
import { type Config, ConfigFault, configFromEnvironment } from '#config'
import { compress } from '#platform/http/compress.ts'
import { createLogger, type Logger, withRequestLog } from '#platform/http/request-log.ts'
import { ListenFault, type Listening, serve } from '#platform/http/serve.ts'
import { createStaticFiles } from '#platform/http/static-files.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { errorCode, PostgresFault } from '#platform/postgres/fault.ts'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { SecretFault } from '#platform/secrets/kept-secret.ts'
import { signingKeySet, siteKeys } from '#platform/secrets/site-keys.ts'
import { SiteFault } from '#platform/secrets/site-marks.ts'
import { keepWorkers, WorkerFault, type Workers } from '#platform/workers/keep-workers.ts'
import { type ThisWorker, thisWorker } from '#platform/workers/this-worker.ts'
import type { Main, MainDeps } from './main.ts'
import { ownSite } from './own-site.ts'
import { watched, watchWorkers } from './own-watch.ts'

/** Closes what is open, last opened first. */
type Closers = (() => Promise<void>)[]

interface Life {
  closers: Closers
  opening: Promise<void>
  ending: boolean
  /** If others stay on the port: how long connections that are open go on. */
  lingerMs?: number | undefined
  /** On SIGUSR2. */
  renew(): void
}

interface StartOptions {
  dev?: boolean
  /** What each of several processes runs. */
  workerScript?: string
}

/** Runs the market until a signal stops it. Faults that an operator can fix are printed as one sentence. */
export async function start(options: StartOptions = {}): Promise<void> {
  const life: Life = {
    closers: [],
    opening: Promise.resolve(),
    ending: false,
    renew: () => console.error(NOBODY_TO_RENEW),
  }
  life.opening = open(life, options)
  try {
    await life.opening
  } catch (error) {
    // On a shutdown during startup, the reason for not starting is of no interest.
    if (life.ending) return
    await closeAll(life.closers)
    const isTold = [ConfigFault, PostgresFault, ListenFault, SecretFault, SiteFault, WorkerFault].some(
      (kind) => error instanceof kind,
    )
    console.error(isTold && error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** What the main process tells its workers. */
interface Handed {
  databaseUrl: string
}

async function open(life: Life, { dev = false, workerScript }: StartOptions): Promise<void> {
  const { closers } = life
  const end = endOnce(life)
  const worker = await thisWorker<Handed>((lingerMs) => {
    life.lingerMs = lingerMs
    void end(0)
  })
  const config = configFromEnvironment()
  const script = config.workers > 1 && !dev && !worker ? workerScript : undefined
  if (!worker) await refuseTakenPort(config)
  if (!worker) endOnSignals(end)
  if (!worker) process.on('SIGUSR2', () => life.renew())
  const log = logOf(config, worker)
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
    databaseUrl: config.databaseUrl ?? worker?.handed.databaseUrl,
    poolerUrl: config.databasePoolerUrl,
    readUrl: config.databaseReadUrl,
    onStandby: (text) => log.warn(text),
    dataDir: config.dataDir,
    maxConnections: config.databaseConnections,
    // One more process while they are renewed.
    ...(!worker && config.workers > 1 && { processes: config.workers + 1 }),
    limits: { statementTimeoutMs: config.databaseStatementTimeoutMs, lockTimeoutMs: config.databaseLockTimeoutMs },
    secret: keys.secret,
    strict: config.mode === 'production',
    check: site.check,
    // The market's own code takes as long to load as PostgreSQL to start. A fault is met again where it is needed.
    onStarting: () => dev || script || import('./main.ts').catch(() => undefined),
    // Until it starts, people are told to come back; it may only need room on its disk.
    onLoss: (fault) => log.error({ err: fault }, 'PostgreSQL does not start; it is tried again'),
    onFault: (fault) => log.error({ err: fault }, 'changes cannot be announced'),
  })
  closers.unshift(() => postgres.close())
  if (!life.ending) await site.remember(postgres.ownerConnectionString)
  if (!worker) await prepareMarket({ postgres, config, log }, life)
  if (life.ending) return
  const { database, migrations, ownerConnectionString: databaseUrl } = postgres
  if (script) await openWorkers({ script, config, handed: { databaseUrl } satisfies Handed }, { life, log })
  else await answerPeople({ deps: { config, database, keys, signingKeys, migrations, log }, dev }, life)
  worker?.ready()
  if (worker || life.ending) return
  announce(config)
  if (!(await hasChief(database))) console.log(FIRST_CHIEF)
  // Who answers nobody asks nothing either.
  if (script) await postgres.closeConnections()
}

/** Lines of several processes come in one output. */
function logOf({ logLevel }: Config, worker: ThisWorker<Handed> | undefined): Logger {
  const log = createLogger({ level: logLevel })
  return worker ? log.child({ worker: worker.number }) : log
}

interface Prepared {
  postgres: OpenServer
  config: Config
  log: Logger
}

/** What one process does for all. */
async function prepareMarket({ postgres, config, log }: Prepared, life: Life): Promise<void> {
  for (const warning of postgres.warnings) log.warn(warning)
  if (config.mode === 'production' && !config.pushKey) log.warn(NO_PUSHES)
  if (config.seed === 'demo' && !life.ending) await fillMarket(postgres, config)
}

interface Crew {
  script: string
  config: Config
  handed: Handed
}

/** This process answers nobody itself: it keeps PostgreSQL, the port and the processes that answer. */
async function openWorkers({ script, config, handed }: Crew, { life, log }: { life: Life; log: Logger }) {
  await watchWorkers({ config, log }, life.closers)
  const workers = await keepWorkers({
    ...{ script, count: config.workers, handed },
    lingerMs: Math.max(config.shutdownNoticeMs, LINGER_MS),
    endWithinMs: config.shutdownNoticeMs + 2 * GRACE_MS,
    onDeath: (sentence) => log.error(sentence),
  })
  life.closers.unshift(() => workers.close())
  life.renew = () => void renew(workers, config)
}

const NOBODY_TO_RENEW =
  'There are no processes to renew yet. A market with WORKERS=1 has one alone, which has to be started again.'

async function renew(workers: Workers, { workers: count }: Config): Promise<void> {
  console.log(`Renewing ${count} processes ...`)
  const beganAt = performance.now()
  const done = await workers.renew()
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
  if (done) console.log(`All ${count} processes are new after ${seconds} s.`)
  else
    console.error(
      'A new process did not open, and those that are left go on as they are. Put it right and renew again.',
    )
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

/** Longer than requests and jobs are given, less than deploy/systemd/ajoja.service allows: a frozen database server never answers. */
const CLOSE_MS = 12_000

/** Time for who has a connection to a process that is renewed to send what they were about to send. */
const LINGER_MS = 3_000

async function answerPeople({ deps: bare, dev }: { deps: MainDeps; dev: boolean }, life: Life): Promise<void> {
  const { closers } = life
  const deps = dev ? bare : await watched(bare, closers)
  const { config, log, metrics } = deps
  const door = dev ? await (await import('./scripts/dev-door.ts')).openDevDoor(deps) : undefined
  const main: Main = door ?? (await (await import('./main.ts')).createMain(deps))
  closers.unshift(() => main.close())
  const files = dev ? undefined : createStaticFiles({ folder: 'build/client', immutablePrefix: '/assets/' })
  const answer = async (request: Request): Promise<Response> => {
    const file = await files?.(request)
    return file ?? compress(request, await main.fetch(request))
  }
  const listening = await serve({
    fetch: withRequestLog(answer, log, { ...config, onAnswer: metrics?.onAnswer, routeOf: metrics?.routeOf }),
    host: config.host,
    port: config.port,
    trustedProxies: config.trustedProxies,
    onBug: (error) => log.error({ err: error }, 'a request failed'),
    before: main.before,
  })
  // Say so, stop accepting requests, end jobs and websockets, then let running requests finish. PostgreSQL stops last.
  closers[0] = async () => {
    listening.leave()
    if (life.lingerMs !== undefined) await lingerOn(listening, life.lingerMs)
    else if (main.leave()) await delay(config.shutdownNoticeMs)
    await Promise.race([Promise.all([listening.stop(GRACE_MS), main.close()]), delay(CLOSE_MS)])
  }
  main.attach(listening.server)
}

/** The others take what is new from now on, so /readyz need not send anybody away. */
async function lingerOn(listening: Listening, lingerMs: number): Promise<void> {
  listening.refuseNew()
  await delay(lingerMs)
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
