import * as z from 'zod'
import { AUTH_VARIABLES } from '#platform/auth/operator-settings.ts'
import { hostsOf } from '#platform/postgres/servers/writable-host.ts'
import { isPushKey } from '#platform/push/push-sender.ts'
import { REALTIME_VARIABLES } from '#platform/realtime/operator-settings.ts'
import { TABLES_VARIABLES } from '#platform/tables/operator-settings.ts'
import { TEXT_VARIABLES } from './text-settings.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const count = (most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= most, `must be at most ${most}`)

const isUrlWith = (text: string, ...protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const address = (...protocols: string[]) =>
  z.string().refine((text) => isUrlWith(text, ...protocols), {
    message: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** A connection string with one or several hosts. */
const databaseAddress = z
  .string()
  .refine((text) => hostsOf(text).every((host) => isUrlWith(host, 'postgres:', 'postgresql:')), {
    message: 'must be an address that begins with postgres:// or postgresql://',
  })

/** No path, because pages, cookies and browser origins all assume the site is at the root. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { pathname, search, hash, username } = new URL(text)
  return pathname === '/' && `${search}${hash}${username}` === ''
}

/** Endpoint and bucket, the bucket as the only folder or as the first part of the host. */
function isBucket(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { pathname, search, hash, username } = new URL(text)
  return /^\/[^/]*\/?$/.test(pathname) && `${search}${hash}${username}` === ''
}

const apiKey = z.string().regex(/^[\w.-]{20,}$/, 'must be at least 20 letters, digits, dots, hyphens or underscores')

const paystackKey = z
  .string()
  .regex(/^sk_(test|live)_\w{10,}$/, 'must be a secret key of Paystack, sk_test_… or sk_live_…')

const signingKeys = z.string().transform((text, context) => {
  try {
    const json = JSON.parse(text)
    const keys: unknown = Array.isArray(json) ? json : json.keys
    if (Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key?.d === 'string')) return { keys }
  } catch {}
  context.addIssue('must be JSON {"keys":[…]} with at least one private key (npm run keys makes one)')
  return z.NEVER
})

const LANGUAGES = ['en', 'pcm', 'ha', 'yo', 'ig'] as const
export type Language = (typeof LANGUAGES)[number]

/** OpenTelemetry's format: `name=value,name=value`, each value percent-encoded. */
const headerList = z.string().transform((text, context): Record<string, string> => {
  try {
    const pairs = text.split(',').map((pair) => /^([\w-]+)=(.*)$/.exec(pair.trim()))
    if (pairs.every((pair) => pair !== null))
      return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
  } catch {
    // Reported below.
  }
  context.addIssue('must be a list like authorization=Bearer%20token,x-team=market')
  return z.NEVER
})

const languages = z.string().transform((text, context): Language[] => {
  const codes = text.split(',').map((code) => code.trim())
  const found = LANGUAGES.filter((language) => codes.includes(language))
  if (found.length === codes.length && found.includes('en')) return found
  context.addIssue(`must be a list of ${LANGUAGES.join(', ')}, with en among them`)
  return z.NEVER
})

/**
 * The only list of variables; a test compares it with `.env.example`. `config.ts` makes the settings from them, and
 * rejects values that contradict each other.
 */
export const VARIABLES = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: count(65_535)
    .refine((port) => port > 0, 'must be at least 1')
    .default(3000),
  HOST: z.string().optional(),
  WORKERS: count(64)
    .refine((workers) => workers > 0, 'must be at least 1')
    .default(1),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_CONNECTIONS: count(1000).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: count(600_000)
    .refine((time) => time > 0, 'must be at least 1')
    .default(5_000),
  DATABASE_LOCK_TIMEOUT_MS: count(600_000)
    .refine((time) => time > 0, 'must be at least 1')
    .default(2_000),
  SHUTDOWN_NOTICE_MS: count(60_000).optional(),
  FILES_S3_URL: address('http:', 'https:').refine(isBucket, 'must end with the name of a bucket').optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY: z.string().optional(),
  FILES_S3_SECRET_KEY: z.string().optional(),
  FILES_SIGNED_URL_MAX_SECONDS: count(31_536_000)
    .refine((seconds) => seconds > 0, 'must be at least 1')
    .default(86_400),
  SEED: z.enum(['demo', 'none']).optional(),
  CELL: count(20)
    .refine((cell) => cell > 0, 'must be at least 1')
    .optional(),
  SITE_URL: address('http:', 'https:').refine(isOrigin, 'must end after the host, without a path').optional(),
  ALLOWED_REDIRECTS: z.string().default(''),
  SUPABASE_PUBLISHABLE_KEY: apiKey.optional(),
  SUPABASE_SECRET_KEY: apiKey.optional(),
  JWT_KEYS: signingKeys.optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  ADMISSION: z.enum(['on', 'off']).default('on'),
  RESPONSE_CACHE_MB: count(4_096).default(32),
  LANGUAGES: languages.default(['en', 'pcm']),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/, 'must be an e-mail address')
    .optional(),
  PUSH_PRIVATE_KEY: z
    .string()
    .refine(isPushKey, 'must be a private key of 43 characters (npm run keys makes one)')
    .optional(),
  PAYSTACK_SECRET_KEY: paystackKey.optional(),
  PAYSTACK_FORMER_SECRET_KEY: paystackKey.optional(),
  TRUST_PROXY: count(10).default(0),
  STAFF_SECOND_FACTOR: z.enum(['on', 'off']).optional(),
  ...AUTH_VARIABLES,
  ...TABLES_VARIABLES,
  ...REALTIME_VARIABLES,
  ...TEXT_VARIABLES,
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  METRICS_PORT: count(65_535)
    .refine((port) => port > 0, 'must be at least 1')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().default('market'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d+|1\.0+|0\.0+)$/, 'must be a part between 0 and 1')
    .transform(Number)
    .default(1),
})

export type Variables = z.infer<typeof VARIABLES>
