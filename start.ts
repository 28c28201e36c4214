import type { Server } from 'node:http'
import { type Config, ConfigFault, configFromEnvironment } from '#config'
import { compress } from '#platform/http/compress.ts'
import type { ApiKeys } from '#platform/http/keys.ts'
import { createLogger, type Logger, withRequestLog } from '#platform/http/request-log.ts'
import { ListenFault, serve } from '#platform/http/serve.ts'
import { createStaticFiles } from '#platform/http/static-files.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { errorCode, PostgresFault } from '#platform/postgres/fault.ts'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { SecretFault } from '#platform/secrets/kept-secret.ts'
import { signingKeySet, siteKeys } from '#platform/secrets/site-keys.ts'

/** What `createMain` of main.ts gets. */
export interface MainDeps {
  config: Config
  database: Database
  keys: ApiKeys
  /** Private keys that sign access tokens, as JSON Web Keys; the first signs. */
  signingKeys: { keys: Record<string, unknown>[] }
  /** Names of all migrations; readiness compares them with the database. */
  migrations: string[]
  log: Logger
}

/** What `createMain` of main.ts gives: everything that answers people, and the jobs behind it. */
export interface Main {
  fetch(request: Request): Promise<Response>
  /** Takes the websockets of the server that listens. */
  attach(server: Server): void
  /** Ends jobs and websockets; the database is still open. */
  close(): Promise<void>
}

/** What is open, closed in the opposite order. */
type Closers = (() => Promise<void>)[]

interface Life {
  closers: Closers
  opening: Promise<void>
  ending: boolean
}

/** Opens the market and keeps it open until a signal asks to close it. What an operator can mend is told in a sentence. */
export async function start({ dev = false } = {}): Promise<void> {
  const life: Life = { closers: [], opening: Promise.resolve(), ending: false }
  life.opening = open(life, dev)
  try {
    await life.opening
  } catch (error) {
    // Whoever asked to close before all was open needs no reason why it did not open.
    if (life.ending) return
    await closeAll(life.closers)
    const isTold = [ConfigFault, PostgresFault, ListenFault, SecretFault].some((kind) => error instanceof kind)
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
  // One forgotten promise must not close the market for everybody.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a promise was forgotten'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug ends this process')
    void end(1)
  })
  const keys = await siteKeys(config)
  const postgres = await openServer({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    maxConnections: config.databaseConnections,
    secret: keys.secret,
    strict: config.mode === 'production',
    onLoss: (fault) => void end(1, fault.message),
  })
  closers.unshift(() => postgres.close())
  for (const warning of postgres.warnings) log.warn(warning)
  if (config.seed === 'demo' && !life.ending) await fillMarket(postgres, config)
  if (life.ending) return
  const signingKeys = await signingKeySet(config)
  const { database, migrations } = postgres
  await answerPeople({ deps: { config, database, keys, signingKeys, migrations, log }, dev }, closers)
  if (life.ending) return
  announce(config)
  if (!(await hasChief(database))) console.log(FIRST_CHIEF)
}

/** Known before the database is touched; `serve` finds out again when somebody was faster. */
async function refuseTakenPort({ port, host, mode }: Config): Promise<void> {
  const nobody = { fetch: async () => new Response(), trustedProxies: 0, onBug: () => undefined }
  const probe = await serve({ ...nobody, host, port })
  await probe.stop(0)
  if (mode !== 'demo' || host !== '127.0.0.1') return
  // The demo is announced as localhost, which for a browser is ::1 first: it must not be somebody else's.
  const second = await serve({ ...nobody, host: '::1', port }).catch((error: ListenFault) => {
    if (errorCode(error.cause) === 'EADDRINUSE') throw error
  })
  await second?.stop(0)
}

/** An empty market is filled; one whose buys have ended gets new ones. */
async function fillMarket({ ownerConnectionString: connectionString }: OpenServer, { siteUrl }: Config): Promise<void> {
  const { refreshDemoMarket, seedDemoMarket } = await import('./database/seed/seed.ts')
  const filled = await seedDemoMarket({ connectionString, siteUrl })
  if (!filled) await refreshDemoMarket({ connectionString })
}

const GRACE_MS = 8_000

async function answerPeople({ deps, dev }: { deps: MainDeps; dev: boolean }, closers: Closers): Promise<void> {
  const { config, log } = deps
  const door = dev ? await (await import('./scripts/dev-door.ts')).openDevDoor(deps) : undefined
  const main: Main = door ?? (await (await import('./main.ts')).createMain(deps))
  closers.unshift(() => main.close())
  const files = createStaticFiles({ folder: 'build/client', immutablePrefix: '/assets/' })
  const answer = async (request: Request): Promise<Response> => {
    // Every file has an ending; most calls and pages have none and need not ask the disk.
    const file = !dev && /\.\w+$/.test(new URL(request.url).pathname) ? await files(request) : null
    return file ?? compress(request, await main.fetch(request))
  }
  const listening = await serve({
    fetch: withRequestLog(answer, log),
    host: config.host,
    port: config.port,
    trustedProxies: config.trustedProxies,
    onBug: (error) => log.error({ err: error }, 'a request failed'),
    ...(door && { before: door.before }),
  })
  // No new requests, no more jobs and websockets, then what still runs may end. PostgreSQL comes after all of it.
  closers[0] = async () => {
    const stopped = listening.stop(GRACE_MS)
    await main.close()
    await stopped
  }
  main.attach(listening.server)
}

type End = (code: number, reason?: string) => Promise<void>

/** What is half open is opened first, for it could not be closed in order. */
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

/** Listens to the end: where a handler is taken away, the next signal kills the process before PostgreSQL is stopped. */
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

/** Who asks again later does not want to wait; sooner it is npm, handing on what the terminal has sent already. */
const HURRY_MS = 500

const DEMO_ROLES = ['customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator', 'supervisor']

function announce(config: Config): void {
  const seconds = (performance.now() / 1000).toFixed(1)
  console.log(`The market is open at ${config.siteUrl} (ready after ${seconds} s).`)
  if (config.mode !== 'demo') return
  if (config.seed === 'demo') {
    console.log(`Demo people: ${DEMO_ROLES.map((role) => `${role}@ajoja.test`).join(', ')}; password ajoja-demo.`)
  }
  if (!config.smtp) console.log(`Mails are kept and can be read at ${config.siteUrl}/dev/mail.`)
}

const FIRST_CHIEF = 'It has no chief yet. Sign up there, confirm by the mail, then: npm run grant -- EMAIL chief'

async function hasChief(database: Database): Promise<boolean> {
  const found = await database.as(SERVICE, (tx) => tx.query("select from public.profiles where role = 'chief' limit 1"))
  return found.rowCount === 1
}

// Through tsx; the built start is called by scripts/start.mjs.
if (process.argv.includes('--dev')) await start({ dev: true })
