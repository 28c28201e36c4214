import { type Config, ConfigFault, configFromEnvironment } from '#config'
import { openStore } from '#platform/files/stores/open-store.ts'
import { createLogger, type Logger } from '#platform/http/request-log.ts'
import { ListenFault } from '#platform/http/serve.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { PostgresFault } from '#platform/postgres/fault.ts'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { SiteFault } from '#platform/secrets/site-identity.ts'
import { loadApiKeys, loadSigningKeySet } from '#platform/secrets/site-keys.ts'
import { SecretFault } from '#platform/secrets/stored-secret.ts'
import { WorkerFault } from '#platform/workers/supervise-workers.ts'
import { type ThisWorker, thisWorker } from '#platform/workers/this-worker.ts'
import { closeAll, type Lifecycle, type ShutDown, shutDownOnce, shutDownOnSignals } from './process/lifecycle.ts'
import { checkPortIsFree, serveSite } from './process/serve.ts'
import { openSite, type Site } from './process/site/site.ts'
import { NO_WORKERS_TO_RENEW, startWorkers, type WorkerInput } from './process/workers.ts'

interface StartOptions {
  dev?: boolean
  /** The script of each process where several serve the site. */
  workerScript?: string
}

/** Runs the site until a signal stops it. Faults that an operator can fix are printed as one sentence. */
export async function start(options: StartOptions = {}): Promise<void> {
  const lifecycle: Lifecycle = {
    closers: [],
    opening: Promise.resolve(),
    closing: new AbortController(),
    renewWorkers: () => console.error(NO_WORKERS_TO_RENEW),
  }
  lifecycle.opening = open(lifecycle, options)
  try {
    await lifecycle.opening
  } catch (error) {
    // On a shutdown during startup, the reason for not starting is of no interest.
    if (lifecycle.closing.signal.aborted) return
    await closeAll(lifecycle.closers)
    const hasSentence = OPERATOR_FAULTS.some((kind) => error instanceof kind)
    console.error(hasSentence && error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const OPERATOR_FAULTS = [ConfigFault, PostgresFault, ListenFault, SecretFault, SiteFault, WorkerFault]

async function open(lifecycle: Lifecycle, { dev = false, workerScript }: StartOptions): Promise<void> {
  const shutDown = shutDownOnce(lifecycle)
  const worker = await thisWorker<WorkerInput>((lingerMs) => {
    lifecycle.lingerMs = lingerMs
    void shutDown(0)
  })
  const config = configFromEnvironment()
  const script = config.workers > 1 && !dev && !worker ? workerScript : undefined
  if (!worker) await ownPortAndSignals(config, lifecycle, shutDown)
  const log = openLog(config, worker)
  endOnUncaughtErrors(log, shutDown)
  const keys = await loadApiKeys(config)
  const signingKeys = await loadSigningKeySet(config)
  const site = openSite({ config, keys, signingKeys })
  const { signal } = lifecycle.closing
  const opening = openPostgres({ config, log, site, worker, signal, secret: keys.secret, preload: !dev && !script })
  // Also while it is opened: a process that ends then would leave an embedded server behind.
  lifecycle.closers.unshift(async () => (await opening.catch(() => undefined))?.close())
  const postgres = await opening
  if (!lifecycle.closing.signal.aborted) await site.remember(postgres.ownerConnectionString)
  if (!worker) await prepareMarket({ postgres, config, log }, lifecycle)
  if (lifecycle.closing.signal.aborted) return
  const { database, migrations, ownerConnectionString: databaseUrl } = postgres
  if (script) await startWorkers({ script, config, input: { databaseUrl }, log }, lifecycle)
  else await serveSite({ deps: { config, database, keys, signingKeys, migrations, log, worker }, dev }, lifecycle)
  worker?.ready()
  if (worker || lifecycle.closing.signal.aborted) return
  announce(config)
  if (!(await hasChief(database))) console.log(FIRST_CHIEF)
  // A process that serves no requests needs no connections either.
  if (script) await postgres.closeConnections()
}

/** For the process that npm or systemd has started. */
async function ownPortAndSignals(config: Config, lifecycle: Lifecycle, shutDown: ShutDown): Promise<void> {
  await checkPortIsFree(config)
  shutDownOnSignals(shutDown)
  process.on('SIGUSR2', () => lifecycle.renewWorkers())
}

/** All processes write to one output, so each line of a worker has its number. */
function openLog({ logLevel }: Config, worker: ThisWorker<WorkerInput> | undefined): Logger {
  const log = createLogger({ level: logLevel })
  return worker ? log.child({ worker: worker.number }) : log
}

function endOnUncaughtErrors(log: Logger, shutDown: ShutDown): void {
  // One unhandled rejection must not stop the site.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; stopping')
    void shutDown(1)
  })
}

interface PostgresOptions {
  config: Config
  log: Logger
  site: Site
  worker: ThisWorker<WorkerInput> | undefined
  signal: AbortSignal
  secret: string
  /** Loads `main.ts` while PostgreSQL starts. */
  preload: boolean
}

function openPostgres({ config, log, site, worker, signal, secret, preload }: PostgresOptions): Promise<OpenServer> {
  return openServer({
    databaseUrl: config.databaseUrl ?? worker?.input.databaseUrl,
    poolerUrl: config.databasePoolerUrl,
    readUrl: config.databaseReadUrl,
    onStandby: (text) => log.warn(text),
    dataDir: config.dataDir,
    maxConnections: config.databaseConnections,
    // One more process while they are renewed.
    ...(!worker && config.workers > 1 && { processes: config.workers + 1 }),
    limits: { statementTimeoutMs: config.databaseStatementTimeoutMs, lockTimeoutMs: config.databaseLockTimeoutMs },
    signal,
    secret,
    strict: config.mode === 'production',
    check: site.check,
    // Loading main.ts takes as long as starting PostgreSQL. A fault of the import is thrown again where it is used.
    onStarting: () => preload && import('./main.ts').catch(() => undefined),
    // Until it starts, requests get 503; it may only need room on its disk.
    onLoss: (fault) => log.error({ err: fault }, 'PostgreSQL does not start; it is tried again'),
    onFault: (fault) => log.error({ err: fault }, 'changes cannot be announced'),
  })
}

interface MarketOptions {
  postgres: OpenServer
  config: Config
  log: Logger
}

/** Prepares the site, once for all processes. */
async function prepareMarket({ postgres, config, log }: MarketOptions, lifecycle: Lifecycle): Promise<void> {
  for (const warning of postgres.warnings) log.warn(warning)
  if (config.mode === 'production' && !config.pushKey) log.warn(NO_PUSHES)
  if (config.seed === 'demo' && !lifecycle.closing.signal.aborted) await fillMarket(postgres, config)
}

const NO_PUSHES =
  'Web push is off: PUSH_PRIVATE_KEY is not set. Users are notified in the app and by mail only. `npm run keys` prints a key.'

/** Seeds an empty database; starts new buys in a demo whose buys have ended. */
async function fillMarket({ ownerConnectionString: connectionString }: OpenServer, config: Config): Promise<void> {
  const { refreshDemoMarket, seedDemoMarket } = await import('./database/seed/seed.ts')
  const filled = await seedDemoMarket({ connectionString, siteUrl: config.siteUrl })
  if (!filled) return void (await refreshDemoMarket({ connectionString }))
  const { addDemoPhotographs } = await import('./process/demo-photographs.ts')
  await addDemoPhotographs({ connectionString, store: openStore(config) })
}

const DEMO_PEOPLE = 'customer vendor hub rider manager coordinator chief administrator supervisor'.split(' ')

function announce(config: Config): void {
  const seconds = (performance.now() / 1000).toFixed(1)
  console.log(`The market is open at ${config.siteUrl} (ready after ${seconds} s).`)
  if (config.mode !== 'demo') return
  if (config.seed === 'demo') {
    console.log(`Demo people: ${DEMO_PEOPLE.map((name) => `${name}@ajoja.test`).join(', ')}; password ajoja-demo.`)
  }
  if (!config.smtp) console.log(`Mails are stored and can be read at ${config.siteUrl}/dev/mail.`)
}

const FIRST_CHIEF =
  'There is no chief yet. Sign up there, confirm your e-mail address, then run: npm run grant -- EMAIL chief'

async function hasChief(database: Database): Promise<boolean> {
  const found = await database.as(SERVICE, (tx) => tx.query("select from public.profiles where role = 'chief' limit 1"))
  return found.rowCount === 1
}

// For tsx in development; scripts/start.mjs calls the built `start`.
if (process.argv.includes('--dev')) await start({ dev: true })
