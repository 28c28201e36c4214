import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { runInContext } from '#platform/traces/execution-context.ts'
import { createLogger, logResponse, withRequestLog } from './request-log.ts'

function listen(worker?: number) {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, logger: createLogger({ level: 'info', destination }).child(worker === undefined ? {} : { worker }) }
}

test('logs the path without the query, and the id of the response', async () => {
  const { lines, logger } = listen()
  const handle = withRequestLog(async () => new Response('', { status: 201 }), logger)
  const response = await handle(new Request('http://site/verify?token_hash=secret', { method: 'POST' }))
  expect(lines).toMatchObject([{ method: 'POST', path: '/verify', status: 201, ms: expect.any(Number) }])
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(response.headers.get('x-request-id')).toBe(lines[0]?.id)
})

test('logs a bug, and responds without its message', async () => {
  const { lines, logger } = listen()
  const response = await withRequestLog(async () => {
    throw Object.assign(new Error('broken'), { code: '23505', detail: 'Key (email)=(a@b.test)' })
  }, logger)(new Request('http://site/'))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('broken')
  expect(lines).toMatchObject([{ level: 50, error: { message: 'broken', code: '23505' } }])
  expect(JSON.stringify(lines)).not.toContain('a@b.test')
})

test('a client that disconnects while sending is no fault', async () => {
  const { lines, logger } = listen()
  const controller = new AbortController()
  const handle = withRequestLog(async () => {
    controller.abort()
    throw new Error('aborted')
  }, logger)
  await handle(new Request('http://site/', { method: 'POST', signal: controller.signal }))
  expect(lines).toMatchObject([{ level: 30, status: 499 }])
})

test('redacts fields that contain secrets', () => {
  const { lines, logger } = listen()
  logger.info({ password: 'a', user: { refresh_token: 'b', name: 'Ada' } })
  expect(lines).toMatchObject([{ password: '[hidden]', user: { refresh_token: '[hidden]', name: 'Ada' } }])
})

test('logs an error without the values that databases and mail servers repeat', () => {
  const { lines, logger } = listen()
  const sensitive = {
    detail: 'Failing row contains (ada@market.test, 08031234567)',
    where: `unnamed portal parameter $1 = 'ada@market.test'`,
    parameters: ['08031234567'],
    internalQuery: `select '08031234567'`,
    hint: '08031234567',
  }
  const names = { table: 'profiles', constraint: 'profiles_pkey' }
  const row = Object.assign(new Error('duplicate key'), { code: '23505', ...sensitive, ...names })
  const value = Object.assign(new Error('invalid input syntax for type uuid: "08031234567"'), { code: '22P02' })
  const mail = Object.assign(new Error('550 <ada+rice@mail.market.test> is unknown'), { rejected: ['ada@market.test'] })
  for (const err of [row, value, mail, new Error('a job failed', { cause: row }), new AggregateError([value, mail])]) {
    logger.error({ err }, 'a fault')
  }
  expect(lines).toMatchObject([
    { err: { message: 'duplicate key', code: '23505', ...names, stack: expect.stringContaining('request-log.test') } },
    { err: { message: 'invalid input syntax for type uuid: "[hidden]"' } },
    { err: { message: '550 <[address]> is unknown' } },
    { err: { message: 'a job failed', cause: { message: 'duplicate key' } } },
    { err: { errors: [{ code: '22P02' }, { name: 'Error' }] } },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/08031234567|market\.test/)
})

test('redacts addresses in thrown values that are not errors', () => {
  const { lines, logger } = listen()
  logger.error({ err: 'ada@market.test is unknown' })
  expect(lines).toMatchObject([{ err: { message: '[address] is unknown' } }])
})

test('every line logged during a request carries its id', async () => {
  const { lines, logger } = listen(2)
  const handle = withRequestLog(async () => {
    await new Promise(setImmediate)
    logger.error({ err: new Error('broken') }, 'a fault')
    return new Response()
  }, logger)
  const [one, other] = await Promise.all(['/a', '/b'].map((path) => handle(new Request(`http://site${path}`))))
  logger.info('of nobody')
  const ids = [one, other].map((response) => response?.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  for (const id of ids)
    expect(lines.filter((line) => line.id === id)).toMatchObject([{ msg: 'a fault' }, { status: 200 }])
  expect(lines.every((line) => line.worker === 2)).toBe(true)
  expect(lines.at(-1)).not.toHaveProperty('id')
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const named = (id: string, traceparent = `00-${TRACE}-00f067aa0ba902b7-01`) => ({ 'x-request-id': id, traceparent })

test('only our own proxies may set the request id and trace', async () => {
  const { lines, logger } = listen()
  const send = async (trustedProxies: number, headers: Record<string, string>) => {
    const handle = withRequestLog(async () => new Response(), logger, { trustedProxies })
    return (await handle(new Request('http://site/', { headers }))).headers.get('x-request-id')
  }
  expect(await send(1, named('from_the-Proxy1'))).toBe('from_the-Proxy1')
  expect(await send(0, named('from-a-stranger'))).toMatch(/^(\w{4}-){2}\w{4}$/)
  const wrong = '00-00000000000000000000000000000000-00f067aa0ba902b7-01'
  for (const id of ['', 'a b', 'a"b', 'x'.repeat(65)])
    expect(await send(1, named(id, wrong))).toMatch(/^(\w{4}-){2}\w{4}$/)
  const header = (name: string) => named('kept', 'ff')[name as 'traceparent']
  const answered = { method: 'GET', path: '/', status: 200, ms: 0.4, header }
  expect(logResponse(logger, answered, { trustedProxies: 1 })).toBe('kept')
  expect(logResponse(logger, answered)).not.toBe('kept')
  expect(lines.map(({ trace }) => trace)).toEqual([TRACE, ...Array.from({ length: 7 })])
})

test('reports each response once, whatever its outcome', async () => {
  const { logger } = listen()
  const received: number[] = []
  const onResponse = ({ status }: { status: number }) => void received.push(status)
  await withRequestLog(async () => new Response(null, { status: 204 }), logger, { onResponse })(
    new Request('http://a/'),
  )
  await withRequestLog(() => Promise.reject(new Error('broken')), logger, { onResponse })(new Request('http://a/'))
  expect(received).toEqual([204, 500])
})

test('lines logged by a job carry its run and task', () => {
  const { lines, logger } = listen()
  runInContext({ id: 'one-run', task: 'sweep' }, () => logger.warn('slow'))
  expect(lines).toMatchObject([{ id: 'one-run', task: 'sweep', msg: 'slow' }])
})
