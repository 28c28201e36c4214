import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countJobs } from '#platform/jobs/job-metrics.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { instrumentDatabase } from '#platform/postgres/instrumented-database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { countTransactions } from './database-metrics.ts'
import { exposeGaugeQueries, type GaugeQuery } from './gauge-queries.ts'
import { countResponses } from './http-metrics.ts'
import { metricsForKeyHolders, serveMetrics } from './metrics-endpoint.ts'
import { exposeGauge } from './registry.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ keepsShortLimits: true })
})
afterAll(() => db.drop())

test('counts responses by route group and status, never by path', async () => {
  const registry = new Registry()
  const note = countResponses(registry, (path) => (path.startsWith('/rest/') ? 'rest' : 'page'))
  for (const status of [200, 204, 404, 429, 500, 503])
    note({ method: 'GET', path: `/rest/v1/${status}`, status, ms: 30 })
  note({ method: 'BREW', path: '/secret-page', status: 200, ms: 1 })
  const text = await registry.metrics()
  const count = (labels: string) => text.includes(`http_request_duration_seconds_count{${labels}} `)
  for (const status of ['2xx', '4xx', '5xx', '429', '503']) {
    expect(count(`route="rest",method="GET",status="${status}"`)).toBe(true)
  }
  expect(text).toContain('http_request_duration_seconds_count{route="rest",method="GET",status="2xx"} 2')
  expect(text).toContain('le="0.05",route="rest",method="GET",status="2xx"} 2')
  expect(count('route="page",method="other",status="2xx"')).toBe(true)
  expect(text).not.toContain('secret-page')
})

test('omits an unknown value until it is known again', async () => {
  const registry = new Registry()
  let known: number | undefined = 7
  exposeGauge(registry, { name: 'of_one', help: 'x' }, () => known)
  exposeGauge(registry, { name: 'of_many', help: 'x', label: 'lane' }, () => known && new Map([['a', known]]))
  const exposed = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('of_'))
  expect(await exposed()).toEqual(['of_one 7', 'of_many{lane="a"} 7'])
  known = undefined
  expect(await exposed()).toEqual([])
  known = 8
  expect(await exposed()).toHaveLength(2)
})

describe('transactions', () => {
  test('are counted by pool while they run, and by reason of failure', async () => {
    const registry = new Registry()
    const watched = instrumentDatabase(db.database, countTransactions(registry, { connections: 10 }))
    const commands = watched.pool('commands')
    const exposed = async (line: string) => (await registry.metrics()).includes(`${line}\n`)
    await commands.as(SERVICE, async (tx) => {
      await tx.query('select 1')
      expect(await exposed('database_transactions_running{lane="commands"} 1')).toBe(true)
    })
    expect(await exposed('database_transactions_running{lane="commands"} 0')).toBe(true)
    expect(await exposed('database_transaction_duration_seconds_count{lane="commands"} 1')).toBe(true)
    const slow = commands.as(SERVICE, (tx) => tx.query('select pg_sleep(5)'), { statementTimeoutMs: 50 })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(await exposed('database_failures_total{reason="statement_timeout"} 1')).toBe(true)
    // A fault of the caller is no failure of the database.
    await expect(commands.as(SERVICE, (tx) => tx.query('select 1 / 0'))).rejects.toThrow()
    expect(await exposed('database_failures_total{reason="connection_lost"} 0')).toBe(true)
    expect(await exposed('database_transactions_running{lane="commands"} 0')).toBe(true)
  })
})

describe('gauges read from the database', () => {
  const counted: GaugeQuery = {
    gauges: { rows_seen: { help: 'x' }, rows_of: { help: 'x', label: 'kind' } },
    read: (tx) =>
      tx.query(
        `select 'rows_seen' as name, null as label, 3::float8 as value union all select 'rows_of', kind, 1::float8 from unnest(array['a', 'b']) k (kind)`,
      ),
  }

  test('are queried at most once per interval, however often metrics are scraped', async () => {
    const registry = new Registry()
    const as = vi.spyOn(db.database, 'as')
    exposeGaugeQueries(registry, { database: db.database, queries: [counted] })
    const [text] = await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()])
    await registry.metrics()
    expect(as).toHaveBeenCalledTimes(1)
    as.mockRestore()
    expect(text).toContain('rows_seen 3\n')
    expect(text).toContain('rows_of{kind="b"} 1\n')
    expect(text).toContain('database_up 1\n')
  })

  test('are missing while the database does not respond, without delaying other metrics', async () => {
    const registry = new Registry()
    exposeGauge(registry, { name: 'other', help: 'x' }, () => 1)
    const slow: GaugeQuery = { ...counted, read: (tx) => tx.query('select pg_sleep(5)') }
    exposeGaugeQueries(registry, { database: db.database, queries: [slow], limitMs: 100 })
    const text = await registry.metrics()
    expect(text).toContain('database_up 0\n')
    expect(text).toContain('other 1\n')
    expect(text).not.toMatch(/^rows_seen /m)
  })

  test('are missing while every connection hangs', async () => {
    const registry = new Registry()
    const hangs = { as: () => delay(60_000, undefined, { ref: false }) as Promise<never> }
    exposeGaugeQueries(registry, { database: hangs, queries: [counted], limitMs: 50 })
    expect(await registry.metrics()).toContain('database_up 0\n')
  })
})

test('the last success of a repeated task stays while it fails', async () => {
  const registry = new Registry()
  let fails = false
  const run = async () => (fails ? Promise.reject(new Error('not today')) : undefined)
  const { tasks } = countJobs(registry, {
    tasks: { turn: run, once: run },
    crontab: [{ task: 'turn', everySeconds: 15 }],
  })
  const last = async () =>
    /last_success_timestamp_seconds\{task="turn"\} (.*)/.exec(await registry.metrics())?.[1] ?? 'none'
  const turn = () => tasks.turn?.({}, { database: db.database, jobId: '1', attempt: 1, signal: AbortSignal.abort() })
  const before = await last()
  await delay(5)
  await turn()
  const after = await last()
  expect(Number(after)).toBeGreaterThan(Number(before))
  fails = true
  await expect(turn()).rejects.toThrow('not today')
  expect(await last()).toBe(after)
  const text = await registry.metrics()
  expect(text).toContain('jobs_run_duration_seconds_count{task="turn",outcome="failed"} 1')
  expect(text).toContain('jobs_interval_seconds{task="turn"} 15')
})

describe('/metrics', () => {
  const keys = { publishable: 'sb_publishable_01234567890123456789', secret: 'sb_secret_0123456789012345678901234567' }
  const registry = new Registry()
  exposeGauge(registry, { name: 'one', help: 'x' }, () => 1)
  const send = metricsForKeyHolders(() => registry.metrics(), keys)
  const requested = (headers: Record<string, string>) => send(new Request('http://site/metrics', { headers }))

  test('is served to holders of the secret key, and 404 to all others', async () => {
    const response = await requested({ authorization: `Bearer ${keys.secret}` })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(await response.text()).toContain('one 1\n')
    const others = [
      {},
      { authorization: `Bearer ${keys.publishable}` },
      { authorization: 'Bearer x' },
      { cookie: 'a=b' },
    ]
    for (const headers of others) expect((await requested(headers as Record<string, string>)).status).toBe(404)
  })

  test('has a separate port without a key, and nothing else is served there', async () => {
    const readMetrics = () => registry.metrics()
    const server = await serveMetrics({ host: '127.0.0.1', port: 0, readMetrics, onBug: () => undefined })
    const address = server.server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain('one 1\n')
    expect((await fetch(`${origin}/`)).status).toBe(404)
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
    await server.stop(0)
  })
})
