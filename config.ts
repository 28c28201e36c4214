import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type * as z from 'zod'
import { type AuthVariables, authContradictions } from '#platform/auth/operator-settings.ts'
import type { S3Bucket } from '#platform/files/bucket-store.ts'
import { type Language, type LogLevel, VARIABLES, type Variables } from './process/variables.ts'

/** Everything an operator can configure, checked. `.env.example` explains each variable. */
export interface Config {
  mode: 'demo' | 'production'
  port: number
  host: string
  /** Processes that answer on the port; from 2 on, another one keeps them. */
  workers: number
  /** Absolute. */
  dataDir: string
  /** The owner's connection string for a PostgreSQL server; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** Standbys of that server, which may answer reads; one or several hosts. */
  databaseReadUrl: string | undefined
  /** A pooler of transactions in front of that server, by which requests reach it. */
  databasePoolerUrl: string | undefined
  databaseConnections: number
  /** How long a statement of a request may take, and how long it may wait for somebody else's lock. */
  databaseStatementTimeoutMs: number
  databaseLockTimeoutMs: number
  /** A bucket for uploaded files, in storage that speaks the protocol of S3. Null keeps them in the data folder. */
  fileBucket: S3Bucket | null
  /** How long a process that is told to end still takes requests while /readyz says 503. */
  shutdownNoticeMs: number
  seed: 'demo' | 'none'
  /** The number that this market's order numbers begin with, beside other markets of the same company; null where it is the only one. */
  cell: number | null
  /** The site's public address, without a trailing slash. */
  siteUrl: string
  /** Other addresses that sign-in may return to, as globs. */
  allowedRedirects: string[]
  /** If undefined, keys are made once and kept in the data folder; never in production. */
  publishableKey: string | undefined
  secretKey: string | undefined
  signingKeys: { keys: Record<string, unknown>[] } | undefined
  rateLimits: boolean
  /** Whether an overloaded process turns some away, so that it serves the others in time. */
  admission: boolean
  /** Memory for answers that every visitor gets alike; 0 keeps none. */
  keptAnswersMb: number
  /** Of the screens, in the order in which they are offered; English among them. */
  languages: Language[]
  /** Null keeps mails to be read at /dev/mail. */
  smtp: { url: string; from: string } | null
  /** Signs web pushes. If undefined, a demo makes one and keeps it in the data folder; production sends no pushes. */
  pushKey: string | undefined
  /** Null takes play money, by a gateway of our own. */
  paystack: { secretKey: string; formerSecretKey?: string } | null
  /** How many of our own proxies are in front, each adding one address to X-Forwarded-For. */
  trustedProxies: number
  logLevel: LogLevel
  /** Where /metrics is shown to whoever can reach it; null where only holders of the secret key may see it. */
  metrics: { host: string; port: number } | null
  /** Where spans are sent; null keeps none. */
  traces: { endpoint: string; headers: Record<string, string>; service: string; ratio: number } | null
  /** Whether staff need a second factor before their pages open. */
  staffSecondFactor: boolean
  /** How people may sign in: `operatorAuth` reads it. */
  auth: AuthVariables
}

/** Everything wrong with the environment, one sentence per variable. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`,
    )
    this.faults = faults
  }
}

/** Reads the process's environment, plus a `.env` file in the working folder. */
export function configFromEnvironment(): Config {
  // Left out of the process's own environment, which workers inherit: one that is renewed reads the file as it is then.
  const kept = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const config = readConfig({ ...kept, ...process.env })
  if (config.mode === 'production' && !(process.env.DATA_DIR ?? kept.DATA_DIR)?.trim()) refuseForgottenFolder()
  return config
}

/** Earlier versions kept a production market in the demo's folder too: it must not seem lost, nor a new one be made in silence. */
function refuseForgottenFolder(): void {
  if (!existsSync(DATA_DIRS.demo) || existsSync(DATA_DIRS.production)) return
  throw new ConfigFault([
    `DATA_DIR must be given once: ${DATA_DIRS.demo} holds the demo, or a market in production of an earlier version. ` +
      `Set DATA_DIR=${DATA_DIRS.demo} to go on with such a market, or DATA_DIR=${DATA_DIRS.production} to begin an empty one.`,
  ])
}

/** Throws a `ConfigFault` that lists every fault. A blank value counts as missing. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = VARIABLES.safeParse(given)
  const unsafe = given.MODE === 'production' ? productionFaults(given) : []
  if (!parsed.success) throw new ConfigFault([...parsed.error.issues.map(sentence), ...unsafe])
  const faults = [...contradictions(parsed.data), ...unsafe]
  if (faults.length > 0) throw new ConfigFault(faults)
  return complete(parsed.data)
}

/** Passwords of the demo are public, so production never begins in its folder. */
const DATA_DIRS = { demo: '.data', production: '.data-production' } as const

function sentence(issue: z.core.$ZodIssue): string {
  const choice = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message
  return `${issue.path.join('.')} ${choice}.`
}

function contradictions(variables: Variables): string[] {
  const faults = authContradictions(variables)
  if (variables.SMTP_URL && !variables.MAIL_FROM) faults.push('MAIL_FROM is needed with SMTP_URL.')
  if (variables.SUPABASE_SECRET_KEY && variables.SUPABASE_SECRET_KEY === variables.SUPABASE_PUBLISHABLE_KEY) {
    faults.push('SUPABASE_SECRET_KEY must differ from SUPABASE_PUBLISHABLE_KEY, which every browser holds.')
  }
  if (variables.DATABASE_READ_URL && !variables.DATABASE_URL) {
    faults.push('DATABASE_READ_URL needs DATABASE_URL: the server that comes with the packages has no standby.')
  }
  if (variables.FILES_S3_URL && !bucketOf(variables)) {
    faults.push('FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY are needed with FILES_S3_URL.')
  }
  if (variables.DATABASE_DIRECT_URL && !variables.DATABASE_URL) {
    faults.push('DATABASE_URL is needed with DATABASE_DIRECT_URL: it names the pooler.')
  }
  if (variables.METRICS_PORT === variables.PORT)
    faults.push('METRICS_PORT must differ from PORT, which everybody reaches.')
  if (variables.DATABASE_CONNECTIONS < 2) faults.push('DATABASE_CONNECTIONS must be at least 2.')
  return faults
}

const NEEDED_IN_PRODUCTION = [
  'SITE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'JWT_KEYS',
  'SMTP_URL',
  'MAIL_FROM',
  'PAYSTACK_SECRET_KEY',
]

/** What is convenient on a developer's machine and dangerous anywhere else. Checks the raw values. */
function productionFaults(given: Record<string, string | undefined>): string[] {
  const faults = NEEDED_IN_PRODUCTION.filter((name) => !given[name]).map(
    (name) => `${name} must be given when MODE=production.`,
  )
  if (given.AUTH_PHONE === 'on' && (given.SMS_PROVIDER ?? 'log') === 'log') {
    faults.push('SMS_PROVIDER must be given with AUTH_PHONE=on when MODE=production.')
  }
  if (given.RATE_LIMITS === 'off') faults.push('RATE_LIMITS=off is for load tests and refused when MODE=production.')
  if (given.ADMISSION === 'off') faults.push('ADMISSION=off is for load tests and refused when MODE=production.')
  for (const name of ['CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL'].filter((one) => given[one])) {
    faults.push(`${name} is for tests and refused when MODE=production.`)
  }
  if (given.METRICS_PORT && ['0.0.0.0', '::', '[::]'].includes(given.METRICS_HOST ?? '')) {
    faults.push('METRICS_HOST must be one address when MODE=production, because /metrics asks for no key there.')
  }
  if (given.PAYSTACK_SECRET_KEY?.startsWith('sk_test_')) {
    faults.push('PAYSTACK_SECRET_KEY takes play money alone (sk_test_…), which is refused when MODE=production.')
  }
  if (given.SEED === 'demo') faults.push('SEED=demo is refused when MODE=production.')
  if ((given.SUPABASE_SECRET_KEY?.length ?? 32) < 32) {
    faults.push('SUPABASE_SECRET_KEY must have at least 32 characters when MODE=production.')
  }
  if (given.SITE_URL && URL.canParse(given.SITE_URL) && !isSafeSite(new URL(given.SITE_URL))) {
    faults.push('SITE_URL must begin with https:// when MODE=production.')
  }
  if (given.FILES_S3_URL && URL.canParse(given.FILES_S3_URL) && !isSafeSite(new URL(given.FILES_S3_URL))) {
    faults.push('FILES_S3_URL must begin with https:// when MODE=production, unless it is on this machine.')
  }
  return faults
}

/** Browsers also treat this machine as safe without encryption. */
function isSafeSite({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function bucketOf({ FILES_S3_URL: url, FILES_S3_REGION: region, ...keys }: Variables): S3Bucket | null {
  const { FILES_S3_ACCESS_KEY: accessKey, FILES_S3_SECRET_KEY: secretKey } = keys
  return url && accessKey && secretKey ? { url, region, accessKey, secretKey } : null
}

function complete(variables: Variables): Config {
  const demo = variables.MODE === 'demo'
  const redirects = variables.ALLOWED_REDIRECTS.split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  return {
    mode: variables.MODE,
    port: variables.PORT,
    host: variables.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    workers: variables.WORKERS,
    dataDir: resolve(variables.DATA_DIR ?? DATA_DIRS[variables.MODE]),
    // What needs the server itself is everything but requests: operators' commands, migrations, listening.
    databaseUrl: variables.DATABASE_DIRECT_URL ?? variables.DATABASE_URL,
    databasePoolerUrl: variables.DATABASE_DIRECT_URL && variables.DATABASE_URL,
    databaseReadUrl: variables.DATABASE_READ_URL,
    databaseConnections: variables.DATABASE_CONNECTIONS,
    databaseStatementTimeoutMs: variables.DATABASE_STATEMENT_TIMEOUT_MS,
    databaseLockTimeoutMs: variables.DATABASE_LOCK_TIMEOUT_MS,
    shutdownNoticeMs: variables.SHUTDOWN_NOTICE_MS ?? (demo ? 0 : 2_000),
    fileBucket: bucketOf(variables),
    cell: variables.CELL ?? null,
    seed: variables.SEED ?? (demo ? 'demo' : 'none'),
    // In the form browsers use: they send `HTTPS://Market.example:443/` as `https://market.example`.
    siteUrl: new URL(variables.SITE_URL ?? `http://localhost:${variables.PORT}`).origin,
    // People open the demo under either name of this machine.
    allowedRedirects: demo ? [...redirects, `http://127.0.0.1:${variables.PORT}/**`] : redirects,
    publishableKey: variables.SUPABASE_PUBLISHABLE_KEY,
    secretKey: variables.SUPABASE_SECRET_KEY,
    signingKeys: variables.JWT_KEYS,
    rateLimits: variables.RATE_LIMITS === 'on',
    admission: variables.ADMISSION === 'on',
    keptAnswersMb: variables.KEPT_ANSWERS_MB,
    languages: variables.LANGUAGES,
    smtp: variables.SMTP_URL && variables.MAIL_FROM ? { url: variables.SMTP_URL, from: variables.MAIL_FROM } : null,
    pushKey: variables.PUSH_PRIVATE_KEY,
    paystack: variables.PAYSTACK_SECRET_KEY
      ? {
          secretKey: variables.PAYSTACK_SECRET_KEY,
          ...(variables.PAYSTACK_FORMER_SECRET_KEY && { formerSecretKey: variables.PAYSTACK_FORMER_SECRET_KEY }),
        }
      : null,
    trustedProxies: variables.TRUST_PROXY,
    // In the demo's output the address matters, not a line per request.
    logLevel: variables.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metrics: variables.METRICS_PORT ? { host: variables.METRICS_HOST, port: variables.METRICS_PORT } : null,
    traces: tracesOf(variables),
    staffSecondFactor: (variables.STAFF_SECOND_FACTOR ?? (demo ? 'off' : 'on')) === 'on',
    auth: variables,
  }
}

function tracesOf(variables: Variables): Config['traces'] {
  if (!variables.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  return {
    endpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: variables.OTEL_EXPORTER_OTLP_HEADERS,
    service: variables.OTEL_SERVICE_NAME,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
  }
}
