import { spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { request as send } from 'node:http'
import { expect, request as requests } from '@playwright/test'
import WebSocket from 'ws'
import { establishedConnections } from '#platform/http/tests/established.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { test } from '../market.ts'
import { createDataFolder, type DataFolder, start, untilOpen } from '../own-market.ts'
import { demoSession, newEmail, publishableKey } from '../people.ts'

/** Without a browser: an operator's market of two processes on the embedded PostgreSQL. */
let place: DataFolder
test.beforeEach(async () => {
  place = await createDataFolder()
})
test.afterEach(() => place.remove())

test('two processes are one market, and it outlives each of them', { tag: '@full' }, async () => {
  // The market is filled first, and two processes load one after the other on a busy machine.
  test.setTimeout(240_000)
  const metricsPort = await freePort()
  const settings = { SEED: 'demo', WORKERS: '2', NODE_ENV: '', METRICS_PORT: String(metricsPort) }
  const market = await untilOpen(start(place, settings))
  const origin = `http://localhost:${place.port}`
  const request = await requests.newContext({ baseURL: origin })
  const workers = () => workersOf(market.process.pid)
  expect(workers()).toHaveLength(2)
  const key = await publishableKey(request)
  const { access_token: token } = await demoSession(request, 'customer@ajoja.test')
  const call = (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) =>
    ask(origin + path, { method, key, token, ...(body && { body: JSON.stringify(body) }) })

  await test.step('the process that keeps them has no connection to the database', async () => {
    await expect.poll(() => connectionsOf(market.process.pid)).toBe(0)
    expect(connectionsOf(workers()[0])).toBeGreaterThan(0)
  })

  await test.step('people at both hear of a join', async () => {
    const [buy] = JSON.parse((await call('/rest/v1/group_buys?status=eq.active&select=id,product_id&limit=1')).text)
    const heard: number[] = []
    const ears = await Promise.all(
      [0, 1, 2, 3].map((number) =>
        listen(`${origin}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`, () => heard.push(number)),
      ),
    )
    const joined = await call('/functions/v1/join-group-buy', {
      method: 'POST',
      body: { group_buy_id: buy.id, quantity: 1 },
    })
    expect(joined.status, joined.text).toBe(200)
    await expect.poll(() => new Set(heard).size).toBe(4)
    for (const ear of ears) ear.terminate()
  })

  await test.step('the 101st write of a minute is refused, wherever it arrives', async () => {
    const statuses: number[] = []
    const { id } = JSON.parse((await call('/auth/v1/user')).text)
    const write = () => call(`/rest/v1/profiles?id=eq.${id}`, { method: 'PATCH', body: { full_name: 'Ngozi' } })
    for (let round = 0; round < 11; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, write))).map(({ status }) => status))
    // The minute's join is one of the hundred. On a slow machine some are released meanwhile.
    expect(statuses.filter((status) => status === 204).length).toBeLessThan(110)
    expect(statuses.slice(0, 90).every((status) => status === 204)).toBe(true)
    expect(statuses).toContain(429)
  })

  await test.step('a job runs once', async () => {
    const emails = Array.from({ length: 8 }, newEmail)
    for (const email of emails) {
      const body = JSON.stringify({ email, password: 'basin-of-garri-9', data: { full_name: 'Ada', role: 'customer' } })
      expect((await ask(`${origin}/auth/v1/signup`, { method: 'POST', key, body })).status).toBe(200)
    }
    const mails = async () => {
      const stored = JSON.parse((await ask(`${origin}/dev/mail.json`, { method: 'GET' })).text) as { to: string }[]
      return emails.map((email) => stored.filter(({ to }) => to === email).length)
    }
    await expect.poll(async () => Math.min(...(await mails()))).toBeGreaterThan(0)
    expect(await mails()).toEqual(emails.map(() => 1))
  })

  await test.step('the port for figures shows what both have counted', async () => {
    const shown = (await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text
    const of = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(shown)?.[1] ?? Number.NaN)
    // Both processes together: 110 writes, each over its own connection.
    expect(of('database_request_connections_max')).toBe(20)
    const writes = shown.match(/^http_request_duration_seconds_count\{route="rest",method="PATCH",.*\} .*$/gm) ?? []
    expect(writes.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(110)
    expect(of('admission_admitted_total\\{class="writes"\\}')).toBeGreaterThanOrEqual(110)
    expect([of('database_up'), of('process_ready')]).toEqual([1, 2])
  })

  await test.step('one is killed: the other goes on, and a new one comes', async () => {
    const before = workers()
    process.kill(before[0] ?? 0, 'SIGKILL')
    const read = () => call('/rest/v1/products?limit=1')
    // A connection that was just passed to it is closed; a retry reaches the other process.
    for (let turn = 0; turn < 20; turn += 1) expect((await read().catch(read)).status).toBe(200)
    await expect.poll(workers).toHaveLength(2)
    expect(workers()).toContain(before[1])
    expect(market.output()).toContain(`(process ${before[0]}) ended with SIGKILL and is replaced.`)
  })

  await test.step('all are renewed without a request that fails, and end together', async () => {
    const before = workers()
    market.process.kill('SIGUSR2')
    const statuses = new Set<number>()
    while (!market.output().includes('All 2 processes are new')) statuses.add((await ask(`${origin}/products`)).status)
    expect([...statuses]).toEqual([200])
    expect(workers().filter((pid) => before.includes(pid))).toEqual([])
    market.process.kill('SIGTERM')
    expect(await market.ended).toBe(0)
    expect(workersOf(market.process.pid)).toEqual([])
  })
  await request.dispose()
})

function workersOf(main = 0): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(main)], { encoding: 'utf8' })
  const lines = stdout.split('\n').filter((line) => line.includes('run-built.mjs'))
  return lines.map((line) => Number.parseInt(line, 10))
}

/** Open TCP connections of a process, either end. */
function connectionsOf(pid = 0): number {
  const opened = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return 'closed meanwhile'
    }
  })
  return establishedConnections().filter(({ inode }) => opened.includes(`socket:[${inode}]`)).length
}

interface Call {
  method?: string
  key?: string
  token?: string
  body?: string
}

/** Each over a new connection, because connections are distributed over the processes in turn. */
function ask(url: string, { method = 'GET', key, token, body }: Call = {}): Promise<{ status: number; text: string }> {
  const headers = {
    ...(key && { apikey: key }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (bytes) => {
        text += bytes
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function listen(address: string, onChange: () => void): Promise<WebSocket> {
  const socket = new WebSocket(address.replace('http', 'ws'))
  const payload = { config: { postgres_changes: [{ event: 'UPDATE', schema: 'public', table: 'group_buys' }] } }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () =>
      socket.send(JSON.stringify({ topic: 'realtime:all', event: 'phx_join', payload, ref: '1', join_ref: '1' })),
    )
    socket.on('message', (bytes) => {
      const message = JSON.parse(bytes.toString())
      if (message.event === 'system' && message.payload.status === 'ok') resolve(socket)
      if (message.event === 'postgres_changes') onChange()
    })
  })
}
