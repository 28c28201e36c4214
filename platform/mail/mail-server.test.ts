import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type MailServer, watchMailServer } from './mail-server.ts'
import { smtpTransport } from './smtp.ts'

let server: Server | undefined
let watch: MailServer | undefined
afterEach(async () => {
  watch?.stop()
  await new Promise((closed) => (server ? server.close(closed) : closed(null)))
  server = undefined
})

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** As far as a client gets that only signs in. */
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
  const told: string[] = []
  watch = watchMailServer({
    transport: smtpTransport({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.test' }),
    onChange: (fault) => told.push(fault === null ? 'back' : String(fault)),
    everyMs: 20,
  })
  return told
}

test('a server that is away is known without a mail, told once, and told when it is back', async () => {
  const port = await listen()
  await new Promise((closed) => server?.close(closed))
  const told = watchPort(port)
  await soon(() => expect(watch?.isUp()).toBe(false))
  await listen({ port })
  await soon(() => expect(watch?.isUp()).toBe(true))
  expect(told).toEqual([expect.stringContaining('ECONNREFUSED'), 'back'])
})

test('one that dies after a good start is noticed', async () => {
  const told = watchPort(await listen())
  await soon(() => expect(watch?.isUp()).toBe(true))
  await new Promise((closed) => server?.close(closed))
  await soon(() => expect(watch?.isUp()).toBe(false))
  expect(told).toHaveLength(1)
})

test('one that refuses everybody is away', async () => {
  const told = watchPort(await listen({ greeting: '554 go away' }))
  await soon(() => expect(watch?.isUp()).toBe(false))
  expect(told[0]).toContain('554')
})

test('what it answers to one mail says nothing about the server; a lost connection does', async () => {
  watchPort(await listen())
  await soon(() => expect(watch?.isUp()).toBe(true))
  watch?.stop()
  watch?.failed(Object.assign(new Error('550 no such person'), { code: 'EENVELOPE' }))
  expect(watch?.isUp()).toBe(true)
  watch?.failed(Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' }))
  expect(watch?.isUp()).toBe(false)
})
