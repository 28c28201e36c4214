import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger, withRequestLog } from './request-log.ts'

function listen() {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, logger: createLogger({ level: 'info', destination }) }
}

test('a line tells the path but not the query, and the answer its id', async () => {
  const { lines, logger } = listen()
  const handle = withRequestLog(async () => new Response('', { status: 201 }), logger)
  const answer = await handle(new Request('http://site/verify?token_hash=secret', { method: 'POST' }))
  expect(lines).toMatchObject([{ method: 'POST', path: '/verify', status: 201, ms: expect.any(Number) }])
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(answer.headers.get('x-request-id')).toBe(lines[0]?.id)
})

test('a bug is logged and answered without its words', async () => {
  const { lines, logger } = listen()
  const answer = await withRequestLog(async () => {
    throw Object.assign(new Error('broken'), { code: '23505', detail: 'Key (email)=(a@b.test)' })
  }, logger)(new Request('http://site/'))
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('broken')
  expect(lines).toMatchObject([{ level: 50, error: { message: 'broken', code: '23505' } }])
  expect(JSON.stringify(lines)).not.toContain('a@b.test')
})

test('a client that hangs up while sending is no fault of ours', async () => {
  const { lines, logger } = listen()
  const hangUp = new AbortController()
  const handle = withRequestLog(async () => {
    hangUp.abort()
    throw new Error('aborted')
  }, logger)
  await handle(new Request('http://site/', { method: 'POST', signal: hangUp.signal }))
  expect(lines).toMatchObject([{ level: 30, status: 499 }])
})

test('fields that hold secrets are blanked', () => {
  const { lines, logger } = listen()
  logger.info({ password: 'a', user: { refresh_token: 'b', name: 'Ada' } })
  expect(lines).toMatchObject([{ password: '[hidden]', user: { refresh_token: '[hidden]', name: 'Ada' } }])
})
