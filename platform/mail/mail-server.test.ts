import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type MailServerHealth, monitorMailServer } from './mail-server.ts'
import { smtpTransport } from './smtp.ts'

let server: Server | undefined
let health: MailServerHealth | undefined
afterEach(async () => {
  health?.stop()
  await new Promise((closed) => (server ? server.close(closed) : closed(null)))
  server = undefined
})

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** A mail server that accepts logins only. */
async function listen({ port = 0, greeting = '220 test' } = {}): Promise<number> {
  const opened = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.write(`${greeting}\r\n`)
    socket.on('data', (bytes) => {
      const isEnd = /^QUIT/i.test(bytes.toString())
      socket[isEnd ? 'end' : 'write'](isEnd ? '221 bye\r\n' : '250 ok\r\n')
    })
  })
  server = opened
  await new Promise<void>((listening) => opened.listen(port, '127.0.0.1', listening))
  const address = opened.address()
  return typeof address === 'object' && address ? address.port : 0
}

function watchPort(port: number): string[] {
  const changes: string[] = []
  health = monitorMailServer({
    transport: smtpTransport({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.test' }),
    onChange: (fault) => changes.push(fault === null ? 'back' : String(fault)),
    intervalMs: 20,
  })
  return changes
}

test('detects an outage without a mail, and reports the outage and the recovery once each', async () => {
  const port = await listen()
  await new Promise((closed) => server?.close(closed))
  const changes = watchPort(port)
  await soon(() => expect(health?.isUp()).toBe(false))
  await listen({ port })
  await soon(() => expect(health?.isUp()).toBe(true))
  expect(changes).toEqual([expect.stringContaining('ECONNREFUSED'), 'back'])
})

test('detects a server that stops later', async () => {
  const changes = watchPort(await listen())
  await soon(() => expect(health?.isUp()).toBe(true))
  await new Promise((closed) => server?.close(closed))
  await soon(() => expect(health?.isUp()).toBe(false))
  expect(changes).toHaveLength(1)
})

test('a server that rejects every connection is down', async () => {
  const changes = watchPort(await listen({ greeting: '554 go away' }))
  await soon(() => expect(health?.isUp()).toBe(false))
  expect(changes[0]).toContain('554')
})

test('an error about one mail does not affect the health of the server; a lost connection does', async () => {
  watchPort(await listen())
  await soon(() => expect(health?.isUp()).toBe(true))
  health?.stop()
  health?.reportFailure(Object.assign(new Error('550 no such person'), { code: 'EENVELOPE' }))
  expect(health?.isUp()).toBe(true)
  health?.reportFailure(Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' }))
  expect(health?.isUp()).toBe(false)
})
