import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import WebSocket from 'ws'
import { freePort } from '#platform/postgres/free-port.ts'
import { type Product, startProduct } from '../../bench/product.ts'
import { newSiteKeys } from '../../bench/site.ts'
import { type FrontProxy, startCaddy, startNginx } from './parts/proxies.ts'
import { inRoom, needPrograms, type Room } from './parts/room.ts'
import { type Answered, makeCertificate, openSecureWire, type SecureWire } from './parts/secure-wire.ts'
import { openSheet, type Sheet } from './parts/sheet.ts'

// The shipped examples of nginx and Caddy in front of two processes of the built market: what people do, and what operators do to them.

needPrograms({ nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy', openssl: '/usr/bin/openssl' })

const sheet = openSheet('proxies')
await inRoom(async (room) => {
  const keys = makeCertificate(room.folder)
  const pair = await openPair(room)
  const place = { room, keys, upstreams: pair.ports }
  const proxies = [await startNginx(place), await startCaddy(place)]
  for (const proxy of proxies) await tryProxy({ proxy, pair, keys, sheet })
  await pair.second.stop()
  await pair.first.stop()
  for (const proxy of proxies) {
    const wire = openSecureWire(proxy.origin, keys)
    const { status, headers, body } = await wire.ask({ path: '/' })
    const isTold = status === 503 && Number(headers['retry-after']) > 0 && body.includes('Back in a moment')
    sheet.must(`${proxy.name}: a page with Retry-After when all are away`, isTold, status)
    wire.close()
  }
})
sheet.close()

interface Pair {
  first: Product
  second: Product
  ports: number[]
  publishableKey: string
  renewSecond(signal: NodeJS.Signals): Promise<void>
}

/** Two processes of the demo market; the first one runs the database, the second one is stopped and started. */
async function openPair(room: Room): Promise<Pair> {
  const ports = [await freePort(), await freePort()]
  const { environment: keys, publishableKey } = await newSiteKeys(`http://localhost:${ports[0]}`)
  const dataDir = join(room.folder, 'market')
  const common = {
    ...keys,
    SITE_URL: `http://localhost:${ports[0]}`,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    SHUTDOWN_NOTICE_MS: '2000',
  }
  const start = (index: number, environment: Record<string, string>) =>
    startProduct({
      script: index === 0 ? 'scripts/start.mjs' : 'scripts/run-built.mjs',
      dataDir: index === 0 ? dataDir : join(room.folder, 'second'),
      port: ports[index] ?? 0,
      environment: { ...common, ...environment },
    })
  const first = await start(0, { SEED: 'demo' })
  room.atEnd(() => first.stop('SIGKILL'))
  await mkdir(join(room.folder, 'second'))
  await symlink(join(dataDir, 'files'), join(room.folder, 'second', 'files'))
  const startSecond = () => start(1, { DATABASE_URL: first.ownerConnectionString() })
  const pair: Pair = {
    first,
    ports,
    publishableKey,
    second: await startSecond(),
    async renewSecond(signal) {
      await pair.second.stop(signal)
      pair.second = await startSecond()
    },
  }
  room.atEnd(() => pair.second.stop('SIGKILL'))
  return pair
}

interface Trial {
  proxy: FrontProxy
  pair: Pair
  keys: { certificate: string }
  sheet: Sheet
}

async function tryProxy({ proxy, pair, keys, sheet }: Trial): Promise<void> {
  const { name, origin } = proxy
  const wire = openSecureWire(origin, keys)
  const must = (what: string, holds: boolean, value: string | number) => sheet.must(`${name}: ${what}`, holds, value)
  const page = await wire.ask({ path: '/', headers: { 'accept-encoding': 'br, gzip' } })
  const packed = String(page.headers['content-encoding'])
  must('a page, packed by the market', page.status === 200 && packed === 'br', `${page.status}, ${packed}`)

  const customer = await signIn(wire, pair, 'customer@ajoja.test')
  must('signing in', customer.token !== '', customer.status)
  const heard = await hearJoin(wire, { origin, pair, token: customer.token })
  must('a join is kept', heard.status === 200, heard.status)
  must('and reaches a websocket', heard.tookMs < 10_000, `${Math.round(heard.tookMs)} ms`)

  const vendor = await signIn(wire, pair, 'vendor@ajoja.test')
  const upload = await send(wire, pair, { ...vendor, megabytes: 5 })
  must('a picture of 5 MB is taken', upload.status === 200, upload.status)
  const tooMuch = await send(wire, pair, { ...vendor, megabytes: 14 }).catch(() => undefined)
  must('14 MB are refused', tooMuch === undefined || tooMuch.status === 413, tooMuch?.status ?? 'closed')

  const { tries, neighbour } = await exhaust(wire, pair, proxy.name.length)
  must('who writes other addresses into the header is still one', tries < 300, `429 after ${tries}`)
  must('and a neighbour is not limited with them', neighbour === 400, neighbour)

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const load = reading(wire)
    await sleep(500)
    await pair.renewSecond(signal)
    await sleep(1_000)
    const { answered, failed } = await load.stop()
    must(`reads while a process is renewed (${signal}), failed of ${answered}`, failed === 0, failed)
  }
  wire.close()
}

async function signIn(wire: SecureWire, { publishableKey: apikey }: Pair, email: string) {
  const headers = { apikey, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'ajoja-demo' })
  const answer = await wire.ask({ path: '/auth/v1/token?grant_type=password', method: 'POST', headers, body })
  const told = answer.status === 200 ? JSON.parse(answer.body.toString()) : {}
  return { status: answer.status, token: String(told.access_token ?? ''), userId: String(told.user?.id ?? '') }
}

/** Joins the first buy that takes the person, while a websocket listens to all of them. */
async function hearJoin(wire: SecureWire, { origin, pair, token }: { origin: string; pair: Pair; token: string }) {
  const headers = { apikey: pair.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const address = `${origin.replace('https', 'wss')}/realtime/v1/websocket?apikey=${pair.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address, { ca: wire.ca })
  const changes: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      const payload = { config: { postgres_changes: [{ event: 'UPDATE', schema: 'public', table: 'group_buys' }] } }
      socket.send(JSON.stringify({ topic: 'realtime:drill', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
    })
    socket.on('message', (bytes) => {
      const { event, payload } = JSON.parse(bytes.toString())
      if (event === 'system' && payload.status === 'ok') resolve()
      if (event === 'postgres_changes') changes.push(String(payload.data.record.id))
    })
  })
  try {
    const list = await wire.ask({ path: '/rest/v1/group_buys?status=eq.active&select=id&limit=40', headers })
    let status = list.status
    for (const { id } of JSON.parse(list.body.toString()) as { id: string }[]) {
      const body = JSON.stringify({ group_buy_id: id, quantity: 1 })
      const call = { path: '/functions/v1/join-group-buy', method: 'POST', body }
      ;({ status } = await wire.ask({ ...call, headers: { ...headers, 'idempotency-key': randomUUID() } }))
      if (status !== 200) continue
      const beganAt = performance.now()
      while (!changes.includes(id) && performance.now() - beganAt < 10_000) await sleep(5)
      return { status, tookMs: performance.now() - beganAt }
    }
    return { status, tookMs: Number.POSITIVE_INFINITY }
  } finally {
    socket.terminate()
  }
}

/** Noise, which no format makes smaller. */
async function send(
  wire: SecureWire,
  { publishableKey }: Pair,
  { token, userId, megabytes }: Upload,
): Promise<Answered> {
  const side = Math.floor(Math.sqrt((megabytes * 1_000_000) / 3))
  const raw = { width: side, height: side, channels: 3 as const }
  const body = await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  return wire.ask({ path: `/storage/v1/object/pictures/${userId}/${randomUUID()}.png`, method: 'POST', headers, body })
}

interface Upload {
  token: string
  userId: string
  megabytes: number
}

/** Wrong passwords from one address that pretends to be many, until it is limited; then one from another address. */
async function exhaust(wire: SecureWire, { publishableKey: apikey }: Pair, turn: number) {
  const guess = async (number: number, from: string) => {
    const headers = { apikey, 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${number % 250}` }
    const body = JSON.stringify({ email: `nobody${number}-${randomUUID()}@example.com`, password: 'wrong-password' })
    return (await wire.ask({ path: '/auth/v1/token?grant_type=password', method: 'POST', headers, body, from })).status
  }
  let tries = 0
  while (tries < 300 && (await guess(tries, `127.0.${turn}.31`)) !== 429) tries += 1
  return { tries, neighbour: await guess(tries, `127.0.${turn}.32`) }
}

/** Four people who look at pages, one after the other. */
function reading(wire: SecureWire) {
  const counts = { answered: 0, failed: 0 }
  let isGoingOn = true
  const one = async () => {
    while (isGoingOn) {
      const answer = await wire.ask({ path: '/products' }).catch(() => undefined)
      counts.answered += 1
      if (answer?.status !== 200) counts.failed += 1
      await sleep(20)
    }
  }
  const all = Promise.all([one(), one(), one(), one()])
  return {
    async stop() {
      isGoingOn = false
      await all
      return counts
    },
  }
}
