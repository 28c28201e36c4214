import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfigFault, configFromEnvironment, readConfig } from '#config'
import { VARIABLES } from './process/variables.ts'

const safe = {
  MODE: 'production',
  SITE_URL: 'https://market.example/',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789012345678901234567',
  JWT_KEYS: '{"keys":[{"kty":"EC","d":"x"}]}',
  SMTP_URL: 'smtps://user:pass@mail.example:465',
  MAIL_FROM: 'Market <no-reply@market.example>',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
}

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigFault ? error.faults : [String(error)]
  }
}

test('with a pooler, the direct URL serves everything but requests', () => {
  const [pooler, server] = ['postgres://me@pooler:6432/market', 'postgres://me@server:5432/market']
  expect(readConfig({ DATABASE_URL: server })).toMatchObject({ databaseUrl: server, databasePoolerUrl: undefined })
  expect(readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: server })).toMatchObject({
    databaseUrl: server,
    databasePoolerUrl: pooler,
  })
  expect(faultsOf({ DATABASE_DIRECT_URL: server })).toEqual([
    'DATABASE_URL is needed with DATABASE_DIRECT_URL: it names the pooler.',
  ])
})

test('.env.example and the configuration name the same variables', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(named.sort()).toEqual(Object.keys(VARIABLES.shape).sort())
})

test('.env.example unchanged is the demo', () => {
  const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
  expect(readConfig(Object.fromEntries(lines.map((match) => [match[1], match[2]])))).toEqual(readConfig({}))
})

describe('files', () => {
  const bucket = {
    FILES_S3_URL: 'https://s3.example.com/files',
    FILES_S3_ACCESS_KEY: 'somebody',
    FILES_S3_SECRET_KEY: 'secret',
  }

  test('are stored in the data folder, or in a bucket with its keys', () => {
    expect(readConfig({}).fileBucket).toBeNull()
    expect(readConfig(bucket).fileBucket).toEqual({
      url: 'https://s3.example.com/files',
      region: 'us-east-1',
      accessKey: 'somebody',
      secretKey: 'secret',
    })
    expect(readConfig({ ...bucket, FILES_S3_REGION: 'auto' }).fileBucket?.region).toBe('auto')
  })

  test('are opened by signed addresses for a day, in production at most for a week', () => {
    expect(readConfig({}).maxSignedSeconds).toBe(86_400)
    expect(readConfig({ FILES_SIGNED_URL_MAX_SECONDS: '2000000' }).maxSignedSeconds).toBe(2_000_000)
    expect(faultsOf({ FILES_SIGNED_URL_MAX_SECONDS: '0' })).toHaveLength(1)
    const faults = faultsOf({ MODE: 'production', FILES_SIGNED_URL_MAX_SECONDS: '604801' })
    expect(faults.filter((one) => one.includes('FILES_SIGNED_URL_MAX_SECONDS'))).toHaveLength(1)
  })

  test('need a bucket name and keys', () => {
    for (const missing of ['FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY']) {
      expect(faultsOf({ ...bucket, [missing]: '' })).toEqual([
        'FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY are needed with FILES_S3_URL.',
      ])
    }
    for (const url of [
      'https://s3.example.com/files/below',
      'https://s3.example.com/files?x=1',
      'https://me@s3.example.com/files',
    ]) {
      expect(faultsOf({ ...bucket, FILES_S3_URL: url })).toEqual(['FILES_S3_URL must end with the name of a bucket.'])
    }
    expect(faultsOf({ ...bucket, FILES_S3_URL: 's3://files' })).toContain(
      'FILES_S3_URL must be an address that begins with http:// or https://.',
    )
  })

  test('do not cross a network unencrypted in production', () => {
    const at = (FILES_S3_URL: string) => faultsOf({ ...safe, ...bucket, FILES_S3_URL })
    expect(at('http://s3.example.com/files')).toEqual([
      'FILES_S3_URL must begin with https:// when MODE=production, unless it is on this machine.',
    ])
    expect([...at('https://s3.example.com/files'), ...at('http://127.0.0.1:9000/files')]).toEqual([])
  })
})

test('an empty environment is a demo for this machine only', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    seed: 'demo',
    smtp: null,
    rateLimits: true,
  })
  expect(readConfig({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000')
})

test('one process serves by default', () => {
  expect(readConfig({}).workers).toBe(1)
  expect(readConfig({ WORKERS: '4' }).workers).toBe(4)
  expect(faultsOf({ WORKERS: '0' })).toEqual(['WORKERS must be at least 1.'])
  expect(faultsOf({ WORKERS: '65' })).toEqual(['WORKERS must be at most 64.'])
})

test('all faults are reported at once, by name', () => {
  expect(
    faultsOf({ PORT: '99999', MODE: 'prod', DATABASE_URL: 'mysql://x', SMTP_URL: 'mail', TRUST_PROXY: '-1' }),
  ).toEqual([
    'MODE must be one of demo, production.',
    'PORT must be at most 65535.',
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    'SMTP_URL must be an address that begins with smtp:// or smtps://.',
    'TRUST_PROXY must be a whole number.',
  ])
})

test('SITE_URL is normalised as browsers do, and has no path', () => {
  expect(readConfig({ SITE_URL: 'HTTPS://Market.Example:443/' }).siteUrl).toBe('https://market.example')
  expect(readConfig({ SITE_URL: 'http://localhost:80' }).siteUrl).toBe('http://localhost')
  expect(faultsOf({ SITE_URL: 'https://market.example/shop' })).toEqual([
    'SITE_URL must end after the host, without a path.',
  ])
  expect(faultsOf({ SITE_URL: 'market.example' })).toHaveLength(1)
})

test('metrics have a separate port only if configured, and never on all interfaces in production', () => {
  expect(readConfig({}).metrics).toBeNull()
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(readConfig({ ...safe, METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7' }).metrics?.host).toBe('10.0.0.7')
  expect(faultsOf({ PORT: '3000', METRICS_PORT: '3000' }).join()).toContain('must differ from PORT')
  for (const METRICS_HOST of ['0.0.0.0', '::'])
    expect(faultsOf({ ...safe, METRICS_PORT: '9464', METRICS_HOST }).join()).toContain('one address')
})

test('traces are sent only to a configured collector', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'shop' }).traces).toBeNull()
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: {},
    service: 'market',
    ratio: 1,
  })
  const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20token, x-team=market'
  const chosen = { OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER_ARG: '0.05', OTEL_EXPORTER_OTLP_HEADERS }
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...chosen }).traces).toMatchObject({
    headers: { authorization: 'Bearer token', 'x-team': 'market' },
    service: 'shop',
    ratio: 0.05,
  })
  expect(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toHaveLength(1)
  expect(faultsOf({ OTEL_TRACES_SAMPLER_ARG: '5' }).join()).toContain('between 0 and 1')
  expect(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'token' }).join()).toContain('must be a list')
})

test('staff need a second factor in production, unless the operator turns it off', () => {
  expect(readConfig({}).staffSecondFactor).toBe(false)
  expect(readConfig(safe).staffSecondFactor).toBe(true)
  expect(readConfig({ ...safe, STAFF_SECOND_FACTOR: 'off' }).staffSecondFactor).toBe(false)
})

test('production needs explicit secrets, reported together with other faults', () => {
  const faults = faultsOf({ MODE: 'production', PORT: 'x' })
  expect(faults).toHaveLength(8)
  expect(faults).toContain('SUPABASE_SECRET_KEY must be given when MODE=production.')
  expect(
    faultsOf({ ...safe, CAPTCHA_SCRIPT_URL: 'http://127.0.0.1:1/', CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/' }),
  ).toEqual([
    'CAPTCHA_SCRIPT_URL is for tests and not allowed when MODE=production.',
    'CAPTCHA_VERIFY_URL is for tests and not allowed when MODE=production.',
  ])
  expect(faultsOf(safe)).toEqual([])
  expect(readConfig(safe)).toMatchObject({ seed: 'none', host: '0.0.0.0', siteUrl: 'https://market.example' })
})

test.each([
  [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS=off'],
  [{ ADMISSION: 'off' }, 'ADMISSION=off'],
  [{ SEED: 'demo' }, 'SEED=demo'],
  [{ SITE_URL: 'http://market.example' }, 'https://'],
  [{ SUPABASE_SECRET_KEY: 'sb_secret_01234567890' }, 'at least 32'],
  [{ SUPABASE_SECRET_KEY: 'short' }, 'SUPABASE_SECRET_KEY'],
  [{ SUPABASE_PUBLISHABLE_KEY: safe.SUPABASE_SECRET_KEY }, 'must differ'],
  [{ JWT_KEYS: '{"keys":[{"kty":"EC"}]}' }, 'private key'],
  [{ JWT_KEYS: 'not json' }, 'private key'],
  [{ MAIL_FROM: '' }, 'MAIL_FROM'],
])('production refuses %o', (change, words) => {
  expect(faultsOf({ ...safe, ...change }).join()).toContain(words)
})

test('standbys need DATABASE_URL', () => {
  const DATABASE_URL = 'postgres://owner@one.example/market'
  const DATABASE_READ_URL = 'postgres://two.example:5432,three.example:5432/market'
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL)
  expect(readConfig({}).databaseReadUrl).toBeUndefined()
  expect(faultsOf({ DATABASE_READ_URL })).toEqual([expect.stringContaining('DATABASE_READ_URL needs DATABASE_URL')])
  expect(faultsOf({ DATABASE_URL, DATABASE_READ_URL: 'two.example' }).join()).toContain('DATABASE_READ_URL must be')
})

test('a cell is a number from 1 to 20', () => {
  expect(readConfig({}).cell).toBeNull()
  expect(readConfig({ CELL: '20' }).cell).toBe(20)
  for (const CELL of ['0', '21', 'LOS', '-1', '1.5']) expect(faultsOf({ CELL })).toHaveLength(1)
})

test('demo and production have separate data folders', () => {
  const demo = readConfig({}).dataDir
  expect(demo).toMatch(/\/\.data$/)
  expect(readConfig(safe).dataDir).toMatch(/\/\.data-production$/)
  expect(readConfig({ ...safe, DATA_DIR: '/var/lib/market' }).dataDir).toBe('/var/lib/market')
})

describe('production without DATA_DIR', () => {
  const here = process.cwd()
  let project: string
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'config-'))
    process.chdir(project)
    for (const [name, value] of Object.entries(safe)) vi.stubEnv(name, value)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    process.chdir(here)
    rmSync(project, { recursive: true })
  })

  test('uses its own folder, but not silently beside one of an earlier version', () => {
    vi.stubEnv('DATA_DIR', '')
    expect(configFromEnvironment().dataDir).toBe(join(process.cwd(), '.data-production'))
    mkdirSync('.data')
    expect(configFromEnvironment).toThrow('DATA_DIR must be set once')
    vi.stubEnv('DATA_DIR', '.data')
    expect(configFromEnvironment().dataDir).toBe(join(process.cwd(), '.data'))
    vi.stubEnv('DATA_DIR', '')
    mkdirSync('.data-production')
    expect(configFromEnvironment().dataDir).toBe(join(process.cwd(), '.data-production'))
  })
})

test('a demo may run load tests without limits', () => {
  expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  expect([readConfig({ ADMISSION: 'off' }).admission, readConfig({}).admission]).toEqual([false, true])
})

describe('notices by SMS and WhatsApp', () => {
  const cloud = {
    WHATSAPP: 'cloud-api',
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_TOKEN: 'EAAG',
    WHATSAPP_APP_SECRET: 'app-secret-0000000',
    WHATSAPP_VERIFY_TOKEN: 'verify-token-00000',
  }

  test('are off by default', () => {
    expect(readConfig(safe).texts).toMatchObject({ hasSmsNotices: false, whatsapp: 'off', termiiSecret: null })
  })

  test('need the app secret with the token, in every mode', () => {
    const { WHATSAPP_APP_SECRET: _, ...without } = cloud
    for (const mode of [{}, safe]) {
      expect(faultsOf({ ...mode, ...cloud })).toEqual([])
      expect(faultsOf({ ...mode, ...without })).toEqual(['WHATSAPP_APP_SECRET must be given with WHATSAPP=cloud-api.'])
    }
    expect(faultsOf({ ...cloud, WHATSAPP_APP_SECRET: 'short' })).toEqual([
      'WHATSAPP_APP_SECRET must have at least 16 characters.',
    ])
  })

  test('are not written to a log in production, nor sent without encryption', () => {
    expect(faultsOf({ ...safe, SMS_NOTICES: 'on' })).toEqual([
      'SMS_PROVIDER must be given with SMS_NOTICES=on when MODE=production.',
    ])
    expect(faultsOf({ ...safe, WHATSAPP: 'log' })).toEqual([
      'WHATSAPP=log is for demos and not allowed when MODE=production.',
    ])
    expect(faultsOf({ ...safe, ...cloud, WHATSAPP_URL: 'http://graph.example/v26.0' })).toEqual([
      'WHATSAPP_URL must begin with https:// when MODE=production.',
    ])
    expect(faultsOf({ SMS_NOTICES: 'on', WHATSAPP: 'log' })).toEqual([])
    expect(faultsOf({ SMS_NOTICES: 'on', SMS_PROVIDER: 'none' })).toEqual([
      'SMS_NOTICES=on contradicts SMS_PROVIDER=none.',
    ])
  })
})
