import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type * as z from 'zod'
import { type AuthVariables, authContradictions } from '#platform/auth/operator-settings.ts'
import type { S3Bucket } from '#platform/files/stores/bucket-store.ts'
import { type RealtimeSettings, realtimeSettings } from '#platform/realtime/operator-settings.ts'
import { tablesChoices, tablesProductionFaults } from '#platform/tables/operator-settings.ts'
import type { TablesChoices } from '#platform/tables/settings.ts'
import { type TextConfig, textConfigOf, textContradictions, textProductionFaults } from './process/text-settings.ts'
import { type Language, type LogLevel, VARIABLES, type Variables } from './process/variables.ts'

/** All settings of an operator, validated. `.env.example` explains each variable. */
export interface Config {
  mode: 'demo' | 'production'
  port: number
  host: string
  /** Number of processes that serve the port; from 2 on, a main process supervises them. */
  workers: number
  /** Absolute. */
  dataDir: string
  /** Connection string of the owner for a PostgreSQL server; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** Connection string of its standbys, which may serve reads; one or several hosts. */
  databaseReadUrl: string | undefined
  /** Connection string of a pooler in transaction mode in front of that server, for requests. */
  databasePoolerUrl: string | undefined
  databaseConnections: number
  /** Timeouts of requests: of a statement, and of waiting for a lock. */
  databaseStatementTimeoutMs: number
  databaseLockTimeoutMs: number
  /** S3 bucket for uploaded files. Null stores them in the data folder. */
  fileBucket: S3Bucket | null
  /** Longest life of an address that opens a private file without a key. */
  maxSignedSeconds: number
  /** Time on shutdown during which a process still serves requests while /readyz responds 503. */
  shutdownNoticeMs: number
  seed: 'demo' | 'none'
  /** Prefix of this site's order numbers, where the company has several sites; null where it is the only one. */
  cell: number | null
  /** Origin of the site, without a trailing slash. */
  siteUrl: string
  /** Further addresses that sign-in may redirect to, as globs. */
  allowedRedirects: string[]
  /** If undefined, keys are generated once and stored in the data folder; never in production. */
  publishableKey: string | undefined
  secretKey: string | undefined
  signingKeys: { keys: Record<string, unknown>[] } | undefined
  rateLimits: boolean
  /** Whether an overloaded process rejects some requests, so that it serves the others in time. */
  admission: boolean
  /** Size of the response cache; 0 disables it. */
  responseCacheMb: number
  /** Languages of the pages, in the order in which they are offered; includes English. */
  languages: Language[]
  /** Null stores mails instead, to be read at /dev/mail. */
  smtp: { url: string; from: string } | null
  /**
   * Key that signs web pushes. If undefined, a demo generates one and stores it in the data folder; in production
   * pushes are off.
   */
  pushKey: string | undefined
  /** Null uses the local test gateway, without real money. */
  paystack: { secretKey: string; formerSecretKey?: string } | null
  /** Number of our own proxies in front, each of which appends an address to X-Forwarded-For. */
  trustedProxies: number
  logLevel: LogLevel
  /** Address of the metrics server, which requires no key; null serves /metrics to holders of the secret key only. */
  metrics: { host: string; port: number } | null
  /** OTLP endpoint for spans; null disables tracing. */
  traces: { endpoint: string; headers: Record<string, string>; service: string; ratio: number } | null
  /** Whether staff need a second factor to open their pages. */
  staffSecondFactor: boolean
  /** Notices by SMS and WhatsApp. */
  texts: TextConfig
  /** Settings of sign-in, which `operatorAuth` reads. */
  auth: AuthVariables
  /** Settings of the table API. */
  tables: TablesChoices
  realtime: RealtimeSettings
}

/** All faults of the environment, one sentence per variable. */
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

/** Reads the process's environment and a `.env` file in the working folder. */
export function configFromEnvironment(): Config {
  // The file is kept out of process.env, which workers inherit: a worker that is renewed reads the current file.
  const dotenv = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const config = readConfig({ ...dotenv, ...process.env })
  if (config.mode === 'production' && !(process.env.DATA_DIR ?? dotenv.DATA_DIR)?.trim()) rejectForgottenFolder()
  return config
}

/**
 * Earlier versions also stored a production site in the demo's folder: it must not seem lost, nor must a new one be
 * created silently.
 */
function rejectForgottenFolder(): void {
  if (!existsSync(DATA_DIRS.demo) || existsSync(DATA_DIRS.production)) return
  throw new ConfigFault([
    `DATA_DIR must be set once: ${DATA_DIRS.demo} holds the demo, or a market in production of an earlier version. ` +
      `Set DATA_DIR=${DATA_DIRS.demo} to continue with such a market, or DATA_DIR=${DATA_DIRS.production} to start with an empty one.`,
  ])
}

/** Validates the environment. Throws a `ConfigFault` that lists every fault. A blank value counts as missing. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = VARIABLES.safeParse(values)
  const unsafe = values.MODE === 'production' ? productionFaults(values) : []
  if (!parsed.success) throw new ConfigFault([...parsed.error.issues.map(sentence), ...unsafe])
  const faults = [...contradictions(parsed.data), ...unsafe]
  if (faults.length > 0) throw new ConfigFault(faults)
  return complete(parsed.data)
}

/** The demo's passwords are public, so production never starts in its folder. */
const DATA_DIRS = { demo: '.data', production: '.data-production' } as const

function sentence(issue: z.core.$ZodIssue): string {
  const choice = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message
  return `${issue.path.join('.')} ${choice}.`
}

function contradictions(variables: Variables): string[] {
  const faults = [...authContradictions(variables), ...textContradictions(variables)]
  if (variables.SMS_NOTICES === 'on' && variables.SMS_PROVIDER === 'none') {
    faults.push('SMS_NOTICES=on contradicts SMS_PROVIDER=none.')
  }
  if (variables.SMTP_URL && !variables.MAIL_FROM) faults.push('MAIL_FROM is needed with SMTP_URL.')
  if (variables.SUPABASE_SECRET_KEY && variables.SUPABASE_SECRET_KEY === variables.SUPABASE_PUBLISHABLE_KEY) {
    faults.push('SUPABASE_SECRET_KEY must differ from SUPABASE_PUBLISHABLE_KEY, which every browser gets.')
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
    faults.push('METRICS_PORT must differ from PORT, which is open to all clients.')
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

/** Settings that are convenient for development and dangerous in production. Checks the raw values. */
function productionFaults(values: Record<string, string | undefined>): string[] {
  const faults = NEEDED_IN_PRODUCTION.filter((name) => !values[name]).map(
    (name) => `${name} must be given when MODE=production.`,
  )
  if (values.AUTH_PHONE === 'on' && (values.SMS_PROVIDER ?? 'log') === 'log') {
    faults.push('SMS_PROVIDER must be given with AUTH_PHONE=on when MODE=production.')
  }
  faults.push(...textProductionFaults(values), ...tablesProductionFaults(values))
  if (values.RATE_LIMITS === 'off')
    faults.push('RATE_LIMITS=off is for load tests and not allowed when MODE=production.')
  if (values.ADMISSION === 'off') faults.push('ADMISSION=off is for load tests and not allowed when MODE=production.')
  for (const name of ['CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL'].filter((one) => values[one])) {
    faults.push(`${name} is for tests and not allowed when MODE=production.`)
  }
  if (values.METRICS_PORT && ['0.0.0.0', '::', '[::]'].includes(values.METRICS_HOST ?? '')) {
    faults.push('METRICS_HOST must be one address when MODE=production, because /metrics asks for no key there.')
  }
  if (values.PAYSTACK_SECRET_KEY?.startsWith('sk_test_')) {
    faults.push('PAYSTACK_SECRET_KEY is a test key (sk_test_…), which is not allowed when MODE=production.')
  }
  if (values.SEED === 'demo') faults.push('SEED=demo is not allowed when MODE=production.')
  if ((values.SUPABASE_SECRET_KEY?.length ?? 32) < 32) {
    faults.push('SUPABASE_SECRET_KEY must have at least 32 characters when MODE=production.')
  }
  if (values.SITE_URL && URL.canParse(values.SITE_URL) && !isSafeSite(new URL(values.SITE_URL))) {
    faults.push('SITE_URL must begin with https:// when MODE=production.')
  }
  if (Number(values.FILES_SIGNED_URL_MAX_SECONDS ?? 0) > 604_800) {
    faults.push(
      'FILES_SIGNED_URL_MAX_SECONDS must be at most 604800 (a week) when MODE=production: such addresses cannot be revoked.',
    )
  }
  if (values.FILES_S3_URL && URL.canParse(values.FILES_S3_URL) && !isSafeSite(new URL(values.FILES_S3_URL))) {
    faults.push('FILES_S3_URL must begin with https:// when MODE=production, unless it is on this machine.')
  }
  return faults
}

/** Browsers also treat localhost as secure without encryption. */
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
    // Everything but requests needs the server itself: operators' commands, migrations, LISTEN.
    databaseUrl: variables.DATABASE_DIRECT_URL ?? variables.DATABASE_URL,
    databasePoolerUrl: variables.DATABASE_DIRECT_URL && variables.DATABASE_URL,
    databaseReadUrl: variables.DATABASE_READ_URL,
    databaseConnections: variables.DATABASE_CONNECTIONS,
    databaseStatementTimeoutMs: variables.DATABASE_STATEMENT_TIMEOUT_MS,
    databaseLockTimeoutMs: variables.DATABASE_LOCK_TIMEOUT_MS,
    shutdownNoticeMs: variables.SHUTDOWN_NOTICE_MS ?? (demo ? 0 : 2_000),
    fileBucket: bucketOf(variables),
    maxSignedSeconds: variables.FILES_SIGNED_URL_MAX_SECONDS,
    cell: variables.CELL ?? null,
    seed: variables.SEED ?? (demo ? 'demo' : 'none'),
    // Normalised as in browsers: `HTTPS://Market.example:443/` becomes `https://market.example`.
    siteUrl: new URL(variables.SITE_URL ?? `http://localhost:${variables.PORT}`).origin,
    // The demo may be opened under either name of this machine.
    allowedRedirects: demo ? [...redirects, `http://127.0.0.1:${variables.PORT}/**`] : redirects,
    publishableKey: variables.SUPABASE_PUBLISHABLE_KEY,
    secretKey: variables.SUPABASE_SECRET_KEY,
    signingKeys: variables.JWT_KEYS,
    rateLimits: variables.RATE_LIMITS === 'on',
    admission: variables.ADMISSION === 'on',
    responseCacheMb: variables.RESPONSE_CACHE_MB,
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
    // In a demo's output the site's address matters, not a line per request.
    logLevel: variables.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metrics: variables.METRICS_PORT ? { host: variables.METRICS_HOST, port: variables.METRICS_PORT } : null,
    traces: tracesOf(variables),
    staffSecondFactor: (variables.STAFF_SECOND_FACTOR ?? (demo ? 'off' : 'on')) === 'on',
    texts: textConfigOf(variables),
    auth: variables,
    tables: tablesChoices(variables, { isDemo: demo }),
    realtime: realtimeSettings(variables),
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
