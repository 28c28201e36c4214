import { createServer, type Server } from 'node:http'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLogger, withRequestLog } from '#platform/http/request-log.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { instrumentDatabase } from '#platform/postgres/instrumented-database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { openTraces } from './open-traces.ts'
import { inSpan, openSpan, setTracer } from './spans.ts'
import { traceTransactions } from './trace-transactions.ts'
import { tracedCalls } from './traced-calls.ts'

interface ExportedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

/** A collector that records the spans it receives. */
const collected: { spans: ExportedSpan[]; service: string; headers: Record<string, unknown> } = {
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
      collected.headers = { ...request.headers, path: request.url }
      collected.service = about.resource.attributes.find(
        ({ key }: { key: string }) => key === 'service.name',
      ).value.stringValue
      collected.spans.push(...about.scopeSpans.flatMap(({ spans }: { spans: ExportedSpan[] }) => spans))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  setTracer(undefined)
  collected.spans = []
})
afterAll(async () => {
  collector.close()
  await db.drop()
})

function open(ratio = 1) {
  const address = collector.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const traces = openTraces({ endpoint, headers: { 'x-team': 'a' }, service: 'shop', version: '1', ratio })
  setTracer(traces.tracer)
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

/** Handles one request that queries the database and calls a gateway, which fails. */
async function handleRequest(traceparent?: string): Promise<void> {
  const database = instrumentDatabase(db.database, traceTransactions).pool('commands')
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

test('a request, its command, transactions and calls form one trace without user data', async () => {
  const traces = open()
  await handleRequest(`00-${TRACE}-${CALLER}-01`)
  await traces.close()
  const [request, command, transaction, call] = ['POST', 'command buy', 'transaction', 'gateway pay'].map((name) =>
    collected.spans.find((span) => span.name === name),
  )
  expect(collected.spans.map(({ traceId }) => traceId)).toEqual(Array.from({ length: 4 }, () => TRACE))
  expect(request?.parentSpanId).toBe(CALLER)
  expect(command?.parentSpanId).toBe(request?.spanId)
  expect([transaction?.parentSpanId, call?.parentSpanId]).toEqual([command?.spanId, command?.spanId])
  const attributesOf = (span: ExportedSpan | undefined) =>
    Object.fromEntries(span?.attributes.map(({ key, value }) => [key, value]) ?? [])
  expect(attributesOf(request)).toMatchObject({
    'http.response.status_code': { intValue: 201 },
    'http.route': { stringValue: 'command' },
  })
  expect(attributesOf(transaction)).toMatchObject({ lane: { stringValue: 'commands' }, 'waited.ms': expect.anything() })
  expect(call?.status).toEqual({ code: 2, message: 'Error' })
  expect(JSON.stringify(collected.spans)).not.toMatch(/secret value|ada@/)
  expect([collected.service, collected.headers['x-team'], collected.headers.path]).toEqual(['shop', 'a', '/v1/traces'])
  expect(lines.at(-1)).toMatchObject({ trace: TRACE })
  expect(lines.at(-1)).not.toHaveProperty('span')
})

test('follows the sampling decision of the caller, and the ratio without one', async () => {
  const traces = open(0)
  await handleRequest(`00-${TRACE}-${CALLER}-00`)
  await handleRequest()
  await handleRequest(`00-${TRACE}-${CALLER}-01`)
  await traces.close()
  expect(collected.spans).toHaveLength(4)
})

test('opens no spans without a collector', async () => {
  expect(openSpan('anything', {})).toBeUndefined()
  expect(await inSpan('anything', {}, async (span) => span)).toBeUndefined()
})
