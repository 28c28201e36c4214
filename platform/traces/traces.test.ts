import { createServer, type Server } from 'node:http'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLogger, withRequestLog } from '#platform/http/request-log.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { watchedDatabase } from '#platform/postgres/watched-database.ts'
import { openTraces } from './open-traces.ts'
import { inSpan, keepSpans, openSpan } from './spans.ts'
import { traceTransactions } from './trace-transactions.ts'
import { tracedCalls } from './traced-calls.ts'

interface Spanned {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

/** A collector that keeps what it is sent, as the protocol has it. */
const got: { spans: Spanned[]; service: string; headers: Record<string, unknown> } = {
  spans: [],
  service: '',
  headers: {},
}
let collector: Server
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes) => (body += bytes))
    request.on('end', () => {
      const [about] = JSON.parse(body).resourceSpans
      got.headers = { ...request.headers, path: request.url }
      got.service = about.resource.attributes.find(
        ({ key }: { key: string }) => key === 'service.name',
      ).value.stringValue
      got.spans.push(...about.scopeSpans.flatMap(({ spans }: { spans: Spanned[] }) => spans))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  keepSpans(undefined)
  got.spans = []
})
afterAll(async () => {
  collector.close()
  await db.drop()
})

function open(ratio = 1) {
  const address = collector.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const traces = openTraces({ endpoint, headers: { 'x-team': 'a' }, service: 'shop', version: '1', ratio })
  keepSpans(traces.tracer)
  return traces
}

const lines: Record<string, unknown>[] = []
const destination = new Writable({
  write(chunk, _, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
const logger = createLogger({ level: 'info', destination })

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

/** A request that asks the database and the gateway, which says no. */
async function serveOne(traceparent?: string): Promise<void> {
  const database = watchedDatabase(db.database, traceTransactions).lane('commands')
  const gateway = tracedCalls(
    { name: 'other', pay: async (_: string) => Promise.reject(new Error('ada@market.test is poor')) },
    { system: 'gateway', calls: ['pay'] },
  )
  const handle = withRequestLog(
    async () => {
      await inSpan('command buy', {}, async () => {
        await database.as(SERVICE, (tx) => tx.query("select 'secret value'"))
        await gateway.pay('secret value').catch(() => undefined)
      })
      return new Response(null, { status: 201 })
    },
    logger,
    { trustedProxies: 1, routeOf: () => 'command' },
  )
  await handle(new Request('http://site/x', { method: 'POST', headers: { ...(traceparent && { traceparent }) } }))
}

test('a request, its command, its transactions and its calls are one trace, and no value is in it', async () => {
  const traces = open()
  await serveOne(`00-${TRACE}-${CALLER}-01`)
  await traces.close()
  const [request, command, transaction, call] = ['POST', 'command buy', 'transaction', 'gateway pay'].map((name) =>
    got.spans.find((span) => span.name === name),
  )
  expect(got.spans.map(({ traceId }) => traceId)).toEqual(Array.from({ length: 4 }, () => TRACE))
  expect(request?.parentSpanId).toBe(CALLER)
  expect(command?.parentSpanId).toBe(request?.spanId)
  expect([transaction?.parentSpanId, call?.parentSpanId]).toEqual([command?.spanId, command?.spanId])
  const told = (span: Spanned | undefined) =>
    Object.fromEntries(span?.attributes.map(({ key, value }) => [key, value]) ?? [])
  expect(told(request)).toMatchObject({
    'http.response.status_code': { intValue: 201 },
    'http.route': { stringValue: 'command' },
  })
  expect(told(transaction)).toMatchObject({ lane: { stringValue: 'commands' }, 'waited.ms': expect.anything() })
  expect(call?.status).toEqual({ code: 2, message: 'Error' })
  expect(JSON.stringify(got.spans)).not.toMatch(/secret value|ada@/)
  expect([got.service, got.headers['x-team'], got.headers.path]).toEqual(['shop', 'a', '/v1/traces'])
  expect(lines.at(-1)).toMatchObject({ trace: TRACE })
  expect(lines.at(-1)).not.toHaveProperty('span')
})

test('a caller that does not sample is not sampled, and without one the part decides', async () => {
  const traces = open(0)
  await serveOne(`00-${TRACE}-${CALLER}-00`)
  await serveOne()
  await serveOne(`00-${TRACE}-${CALLER}-01`)
  await traces.close()
  expect(got.spans).toHaveLength(4)
})

test('without a collector nothing is opened', async () => {
  expect(openSpan('anything', {})).toBeUndefined()
  expect(await inSpan('anything', {}, async (span) => span)).toBeUndefined()
})
