import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import WebSocket from 'ws'
import { freePort } from '#platform/postgres/free-port.ts'
import { type Product, startProduct } from '../../../bench/market/product.ts'
import { newSiteKeys } from '../../../bench/market/site.ts'
import { inSandbox, needPrograms, type Sandbox } from '../parts/sandbox.ts'
import { type FrontProxy, startCaddy, startNginx } from '../parts/servers/proxies.ts'
import { openSheet, type Sheet } from '../parts/sheet.ts'
import { makeCertificate, openTlsClient, type TlsClient, type TlsResponse } from '../parts/tls-client.ts'

// The shipped examples of nginx and Caddy in front of two processes of the built market: requests of people, and
// restarts by operators.

needPrograms({ nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy', openssl: '/usr/bin/openssl' })

const sheet = openSheet('proxies')
await inSandbox(async (sandbox) => {
  const keys = makeCertificate(sandbox.folder)
  const pair = await openPair(sandbox)
  const place = { sandbox, keys, upstreams: pair.ports }
  const proxies = [await startNginx(place), await startCaddy(place)]
  for (const proxy of proxies) await checkProxy({ proxy, pair, keys, sheet })
  await pair.second.stop()
  await pair.first.stop()
  for (const proxy of proxies) {
    const wire = openTlsClient(proxy.origin, keys)
    const { status, headers, body } = await wire.send({ path: '/' })
    const isUnavailablePage = status === 503 && Number(headers['retry-after']) > 0 && body.includes('Back in a moment')
    sheet.must(`${proxy.name}: a page with Retry-After when all are away`, isUnavailablePage, status)
    wire.close()
  }
})
sheet.close()

interface ProcessPair {
  first: Product
  second: Product
  ports: number[]
  publishableKey: string
  renewSecond(signal: NodeJS.Signals): Promise<void>
}

/** Two processes of the demo market; the first one runs the database, the second one is stopped and started. */
async function openPair(sandbox: Sandbox): Promise<ProcessPair> {
  const ports = [await freePort(), await freePort()]
  const { environment: keys, publishableKey } = await newSiteKeys(`http://localhost:${ports[0]}`)
  const dataDir = join(sandbox.folder, 'market')
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
      dataDir: index === 0 ? dataDir : join(sandbox.folder, 'second'),
      port: ports[index] ?? 0,
      environment: { ...common, ...environment },
    })
  const first = await start(0, { SEED: 'demo' })
  sandbox.atEnd(() => first.stop('SIGKILL'))
  await mkdir(join(sandbox.folder, 'second'))
  await symlink(join(dataDir, 'files'), join(sandbox.folder, 'second', 'files'))
  const startSecond = () => start(1, { DATABASE_URL: first.ownerConnectionString() })
  const pair: ProcessPair = {
    first,
    ports,
    publishableKey,
    second: await startSecond(),
    async renewSecond(signal) {
      await pair.second.stop(signal)
      pair.second = await startSecond()
    },
  }
  sandbox.atEnd(() => pair.second.stop('SIGKILL'))
  return pair
}

interface ProxyTrial {
  proxy: FrontProxy
  pair: ProcessPair
  keys: { certificate: string }
  sheet: Sheet
}

async function checkProxy({ proxy, pair, keys, sheet }: ProxyTrial): Promise<void> {
  const { name, origin } = proxy
  const wire = openTlsClient(origin, keys)
  const must = (what: string, holds: boolean, value: string | number) => sheet.must(`${name}: ${what}`, holds, value)
  const page = await wire.send({ path: '/', headers: { 'accept-encoding': 'br, gzip' } })
  const packed = String(page.headers['content-encoding'])
  must('a page, packed by the market', page.status === 200 && packed === 'br', `${page.status}, ${packed}`)

  const customer = await signIn(wire, pair, 'customer@ajoja.test')
  must('signing in', customer.token !== '', customer.status)
  const joined = await joinAndAwaitChange(wire, { origin, pair, token: customer.token })
  must('a join is kept', joined.status === 200, joined.status)
  must('and reaches a websocket', joined.tookMs < 10_000, `${Math.round(joined.tookMs)} ms`)

  const vendor = await signIn(wire, pair, 'vendor@ajoja.test')
  const upload = await uploadPicture(wire, pair, { ...vendor, megabytes: 5 })
  must('a picture of 5 MB is taken', upload.status === 200, upload.status)
  const tooMuch = await uploadPicture(wire, pair, { ...vendor, megabytes: 14 }).catch(() => undefined)
  must('14 MB are refused', tooMuch === undefined || tooMuch.status === 413, tooMuch?.status ?? 'closed')

  const { tries, neighbour } = await exhaustRateLimit(wire, pair, proxy.name.length)
  must('who writes other addresses into the header is still one', tries < 300, `429 after ${tries}`)
  must('and a neighbour is not limited with them', neighbour === 400, neighbour)

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const load = startReads(wire)
    await sleep(500)
    await pair.renewSecond(signal)
    await sleep(1_000)
    const { answered, failed } = await load.stop()
    must(`reads while a process is renewed (${signal}), failed of ${answered}`, failed === 0, failed)
  }
  wire.close()
}

async function signIn(wire: TlsClient, { publishableKey: apikey }: ProcessPair, email: string) {
  const headers = { apikey, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'ajoja-demo' })
  const answer = await wire.send({ path: '/auth/v1/token?grant_type=password', method: 'POST', headers, body })
  const session = answer.status === 200 ? JSON.parse(answer.body.toString()) : {}
  return { status: answer.status, token: String(session.access_token ?? ''), userId: String(session.user?.id ?? '') }
}

/** Joins the first buy that accepts the person, while a websocket listens to all of them. */
async function joinAndAwaitChange(
  wire: TlsClient,
  { origin, pair, token }: { origin: string; pair: ProcessPair; token: string },
) {
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
    const list = await wire.send({ path: '/rest/v1/group_buys?status=eq.active&select=id&limit=40', headers })
    let status = list.status
    for (const { id } of JSON.parse(list.body.toString()) as { id: string }[]) {
      const body = JSON.stringify({ group_buy_id: id, quantity: 1 })
      const call = { path: '/functions/v1/join-group-buy', method: 'POST', body }
      ;({ status } = await wire.send({ ...call, headers: { ...headers, 'idempotency-key': randomUUID() } }))
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

/** Uploads a picture of noise, which cannot be compressed. */
async function uploadPicture(
  wire: TlsClient,
  { publishableKey }: ProcessPair,
  { token, userId, megabytes }: Upload,
): Promise<TlsResponse> {
  const side = Math.floor(Math.sqrt((megabytes * 1_000_000) / 3))
  const raw = { width: side, height: side, channels: 3 as const }
  const body = await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  return wire.send({ path: `/storage/v1/object/pictures/${userId}/${randomUUID()}.png`, method: 'POST', headers, body })
}

interface Upload {
  token: string
  userId: string
  megabytes: number
}

/**
 * Sends wrong passwords from one address that forges others in `X-Forwarded-For`, until it is limited; then one from
 * another address.
 */
async function exhaustRateLimit(wire: TlsClient, { publishableKey: apikey }: ProcessPair, turn: number) {
  const guess = async (number: number, from: string) => {
    const headers = { apikey, 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${number % 250}` }
    const body = JSON.stringify({ email: `nobody${number}-${randomUUID()}@example.com`, password: 'wrong-password' })
    return (await wire.send({ path: '/auth/v1/token?grant_type=password', method: 'POST', headers, body, from })).status
  }
  let tries = 0
  while (tries < 300 && (await guess(tries, `127.0.${turn}.31`)) !== 429) tries += 1
  return { tries, neighbour: await guess(tries, `127.0.${turn}.32`) }
}

/** Four clients that read pages, each one after the other. */
function startReads(wire: TlsClient) {
  const counts = { answered: 0, failed: 0 }
  let isGoingOn = true
  const one = async () => {
    while (isGoingOn) {
      const answer = await wire.send({ path: '/products' }).catch(() => undefined)
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
