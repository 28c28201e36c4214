import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import WebSocket from 'ws'
import { openHttpClient } from '../../../bench/http-client.ts'
import { buyId } from '../../../bench/market/market.ts'
import { checkJoins } from '../parts/count.ts'
import { fillForJoins, type Market, openMarket } from '../parts/market-processes.ts'
import { watchPages } from '../parts/pages.ts'
import { joinCall, loadJoins, longestGapSeconds, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox, type Sandbox } from '../parts/sandbox.ts'
import { type DebianPostgres, startPostgres } from '../parts/servers/debian-postgres.ts'
import { preparePgBouncer } from '../parts/servers/pgbouncer.ts'
import { openSheet } from '../parts/sheet.ts'

const CONNECTIONS = { DATABASE_CONNECTIONS: '40' }
const JOINS = 1_500
const OWNER = 'owner'

const sheet = openSheet('pooler')
await inSandbox(runDrill)
sheet.close()
// Pooled keep-alive connections would delay the exit of the process for minutes.
process.exit()

async function runDrill(sandbox: Sandbox): Promise<void> {
  const server = await startPostgres(sandbox, { name: 'server' })
  const direct = await requirePasswords(sandbox, server)
  const market = await openMarket(sandbox)
  const first = await market.start(direct, CONNECTIONS)
  await fillForJoins(direct)
  const pooler = await preparePgBouncer(sandbox, { ...server, connectionString: direct })
  const shared = `postgres://postgres:${OWNER}@127.0.0.1:${pooler.port}/postgres`
  const second = await market.start(direct, CONNECTIONS)
  const directly = await rateOf(market, [first.origin, second.origin], 0)
  await Promise.all([first.stop(), second.stop()])

  await pooler.start()
  await checkStartRefused(market, shared)
  const through = { ...CONNECTIONS, DATABASE_DIRECT_URL: direct }
  const origins: [string, string] = [
    (await market.start(shared, through)).origin,
    (await market.start(shared, through)).origin,
  ]
  const pooled = await rateOf(market, origins, 1_000_000)
  sheet.figure('joins a second, directly', directly)
  sheet.figure('joins a second, through the pooler', pooled)
  await checkFeatures(market, origins, direct)

  const load = loadJoins(market, { origins: () => origins, first: 2_000_000 })
  const pages = watchPages(origins)
  await waitForJoins(load, 300)
  const killedAt = performance.now()
  await pooler.kill()
  await sleep(1_000)
  await pooler.start()
  await waitForJoins(load, 500)
  const gap = longestGapSeconds(load, killedAt)
  await load.stop()
  await pages.stop()
  sheet.figure('pooler killed for a second under load: longest time without an acknowledged join, in s', gap)
  sheet.must('pages that failed meanwhile: 0', pages.failed === 0, `${pages.failed} of ${pages.requested}`)
  await checkJoins(sheet, direct, load)
}

/** Requires passwords as in production; initdb's defaults trust all connections. Returns the owner's connection URL. */
async function requirePasswords(sandbox: Sandbox, server: DebianPostgres): Promise<string> {
  const owner = new pg.Client({ connectionString: server.connectionString })
  await owner.connect()
  await owner.query(`alter role postgres password '${OWNER}'`)
  writeFileSync(join(sandbox.folder, 'server', 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await owner.query('select pg_reload_conf()')
  await owner.end()
  return server.connectionString.replace('postgres@', `postgres:${OWNER}@`)
}

async function rateOf(market: Market, origins: string[], number: number): Promise<number> {
  const load = loadJoins(market, { origins: () => origins, clients: 64, pauseMs: 0, first: number })
  // Warm-up, not counted: both sides cache their users and prepare their statements.
  await waitForJoins(load, JOINS / 3)
  const beganAt = performance.now()
  await waitForJoins(load, JOINS)
  const rate = JOINS / ((performance.now() - beganAt) / 1000)
  await load.stop()
  return rate
}

/** The control: without the direct address LISTEN cannot work, and the start is refused. */
async function checkStartRefused(market: Market, shared: string): Promise<void> {
  const output = await market.start(shared).then(
    async (product) => {
      await product.stop()
      return 'it started'
    },
    (error: Error) => error.message.split('\n')[1] ?? '',
  )
  sheet.must('without DATABASE_DIRECT_URL the start is refused', output.includes('DATABASE_DIRECT_URL'), output)
}

/** Features with and without session state work in every process. */
async function checkFeatures(market: Market, origins: [string, string], direct: string): Promise<void> {
  const owner = new pg.Client({ connectionString: direct })
  await owner.connect()
  const apikey = market.publishableKey
  try {
    for (const [number, origin] of origins.entries()) {
      const ready = await fetch(`${origin}/readyz`)
      sheet.must(`process ${number + 1}: ready`, ready.ok, await ready.text())
      const rows = await fetch(`${origin}/rest/v1/group_buys?select=id&limit=5`, { headers: { apikey } })
      const list = (await rows.json()) as unknown[]
      sheet.must(`process ${number + 1}: a visitor reads buys`, list.length === 5, list.length)
      const email = `pooler${number}@drill.test`
      const post = (path: string, body: object) =>
        fetch(`${origin}/auth/v1/${path}`, {
          method: 'POST',
          headers: { apikey, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const signedUp = await post('signup', { email, password: 'Ofada-rice-17', data: { full_name: 'Ada Obi' } })
      await owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
      const signedIn = await post('token?grant_type=password', { email, password: 'Ofada-rice-17' })
      const statuses = [signedUp, signedIn].map(({ status }) => status).join(', ')
      sheet.must(`process ${number + 1}: sign-up and sign-in`, signedUp.ok && signedIn.ok, statuses)
      const change = await checkLiveChange(market, {
        at: origin,
        from: origins[1 - number] ?? '',
        // The last people own the shops, and vendors cannot join their own buys.
        person: market.tokens.length / 2 + number,
      })
      sheet.must(`process ${number + 1}: a change of another process arrives live`, change === 'yes', change)
    }
    const done = await waitForJobs(owner)
    sheet.must('jobs are done', done, done ? 'yes' : 'no')
  } finally {
    await owner.end()
  }
}

/** Returns "yes" if a watcher at one process receives a join at the other one; if not, the response of the join. */
function checkLiveChange(market: Market, { at, from, person }: { at: string; from: string; person: number }) {
  const address = `${at.replace('http', 'ws')}/realtime/v1/websocket?apikey=${market.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address)
  // The load does not join this buy.
  const buy = 0
  const wanted = { event: 'UPDATE', schema: 'public', table: 'group_buys', filter: `id=eq.${buyId(buy)}` }
  return new Promise<string>((resolve) => {
    let joined = 'not sent'
    const timer = setTimeout(() => resolve(`no, the join: ${joined}`), 15_000)
    socket.on('error', ({ message }) => resolve(message))
    socket.once('open', () => {
      const payload = { config: { postgres_changes: [wanted] } }
      socket.send(JSON.stringify({ topic: 'realtime:drill', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
    })
    socket.on('message', (bytes) => {
      const { event, payload } = JSON.parse(bytes.toString())
      if (event === 'system' && payload.status === 'ok') {
        const wire = openHttpClient(from)
        wire
          .send(joinCall(market, { person, buy, key: crypto.randomUUID() }))
          .then(
            ({ status, body }) => {
              joined = `${status} ${body.toString().slice(0, 200)}`
            },
            (error: Error) => {
              joined = error.message
            },
          )
          .finally(wire.close)
      }
      if (event !== 'postgres_changes') return
      clearTimeout(timer)
      resolve('yes')
    })
  }).finally(() => socket.terminate())
}

/** Returns whether the oldest jobs leave the queue. */
async function waitForJobs(owner: pg.Client): Promise<boolean> {
  const waiting = 'select id from jobs.queue where failed_at is null and run_at <= now() order by run_at limit 20'
  const { rows: before } = await owner.query<{ id: string }>(waiting)
  const ids = before.map(({ id }) => id)
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await owner.query('select from jobs.queue where id = any($1)', [ids])
    if (rows.length < ids.length || ids.length === 0) return true
    await sleep(200)
  }
  return false
}
