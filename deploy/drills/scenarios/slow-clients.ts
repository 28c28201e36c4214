import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../../bench/load.ts'
import { heldConnections } from '../parts/held-connections.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { runCrowd } from '../parts/people/crowd.ts'
import { loadJoins } from '../parts/people/joins.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet } from '../parts/sheet.ts'

/**
 * Clients that send their headers or bodies a byte at a time, or request much and read nothing: all of them are
 * disconnected, while other clients join undisturbed.
 */
const CLIENTS_PER_KIND = 300
/** Maximum time that one of them may be held: the timeout of a minute, and the time to notice it. */
const MAX_HELD_S = 115
const MOST_MB = 700

const sheet = openSheet('slow-clients')
await inSandbox(async (sandbox) => {
  const postgres = await startPostgres(sandbox, { name: 'server' })
  const market = await openMarket(sandbox)
  const product = await market.start(postgres.connectionString, { ADMISSION: 'on' })
  await fillForJoins(postgres.connectionString)
  const { hostname, port } = new URL(product.origin)
  const beganAt = performance.now()
  const closedAfter = { headers: [] as number[], bodies: [] as number[], readers: [] as number[] }
  const sockets: Socket[] = []
  /** Client ports that the market still holds. */
  const readers = new Set<number>()
  const timers: NodeJS.Timeout[] = []
  sandbox.atEnd(() => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })

  async function open(kind: keyof typeof closedAfter, first: string, trickle?: string): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port) })
    sockets.push(socket)
    socket.on('error', () => undefined)
    if (kind === 'readers') socket.pause()
    else socket.once('close', () => closedAfter[kind].push((performance.now() - beganAt) / 1000))
    await once(socket, 'connect')
    socket.write(first)
    // A client with unread data does not see that the other side has closed: those are counted at the server.
    if (kind === 'readers') readers.add(socket.localPort ?? 0)
    else socket.resume()
    if (trickle) timers.push(setInterval(() => socket.writable && socket.write(trickle), 2_000))
  }

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\napikey: ${market.publishableKey}\r\n\r\n`
  // Bodies of this size are always accepted; larger ones only within the market's memory limit.
  const post = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: ${hostname}\r\napikey: ${market.publishableKey}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{`
  const much = get('/rest/v1/products?select=*,vendors(*)&limit=400')
  for (let n = 0; n < CLIENTS_PER_KIND; n++) {
    // Four pipelined requests, the limit of a connection: more than its buffers hold.
    await Promise.all([
      open('headers', 'GET / HTTP/1.1\r\n', 'x'),
      open('bodies', post, '1'),
      open('readers', much.repeat(4)),
    ])
  }
  const memoryBefore = product.memoryMb()
  const joins = loadJoins(market, { origins: () => [product.origin], clients: 6, pauseMs: 50 })
  let most = 0
  const until = performance.now() + MAX_HELD_S * 1000
  const allClosed = () => Object.values(closedAfter).every(({ length }) => length === CLIENTS_PER_KIND)
  const isGoingOn = () => performance.now() < until && !allClosed()
  const healthy = runCrowd({
    origin: product.origin,
    clients: 1,
    pauseMs: 500,
    retryMs: 500,
    isGoingOn,
    next: () => ({ path: '/readyz' }),
  })
  while (isGoingOn()) {
    most = Math.max(most, product.memoryMb())
    const held = heldConnections(Number(port))
    for (const reader of [...readers].filter((one) => !held.has(one))) {
      readers.delete(reader)
      closedAfter.readers.push((performance.now() - beganAt) / 1000)
    }
    await sleep(500)
  }
  const health = await healthy
  await joins.stop()

  sheet.figure('clients of each kind', CLIENTS_PER_KIND)
  for (const [kind, times] of Object.entries(closedAfter)) {
    sheet.figure(`slow ${kind}: the last was let go after, s`, Math.max(0, ...times))
    sheet.must(`slow ${kind}: all are let go`, times.length === CLIENTS_PER_KIND, times.length)
  }
  sheet.figure('memory once all had come, MB', memoryBefore)
  sheet.must(`memory stays below ${MOST_MB} MB`, most < MOST_MB, most)
  sheet.figure('joins meanwhile', joins.acknowledged.length)
  sheet.must(
    'joins refused or given up: 0',
    joins.refused.size + joins.abandoned.length === 0,
    [...joins.refused.keys()][0] ?? 0,
  )
  sheet.must('joins sent again: 0', joins.unanswered === 0, joins.unanswered)
  sheet.figure('payments made, through the gateway and back', joins.paid.length)
  sheet.must('payers who could not go on: 0', joins.stuck === 0 && joins.paid.length > 0, joins.stuck)
  const worst = percentile(health.servedMs, 0.99)
  sheet.must(
    '/readyz says 200 within a second, 99 of 100',
    worst < 1_000 && ![...health.statuses.keys()].some((status) => status !== 200),
    worst,
  )
  await product.stop()
})
sheet.close()
