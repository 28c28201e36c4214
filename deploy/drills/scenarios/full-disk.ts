import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isConnectionLost } from '#platform/postgres/connections/connection-lost.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { personId } from '../../../bench/market/market.ts'
import { type Product, startProduct } from '../../../bench/market/product.ts'
import { newSiteKeys } from '../../../bench/market/site.ts'
import { checkJoins } from '../parts/count.ts'
import { fillForJoins, SIZE } from '../parts/market-processes.ts'
import { runCrowd } from '../parts/people/crowd.ts'
import { loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox, type Sandbox } from '../parts/sandbox.ts'
import { openSheet } from '../parts/sheet.ts'

/**
 * The market with its own PostgreSQL on a disk of 700 MB, which is filled to the last block while people join: first
 * only uploads find no space, then PostgreSQL cannot write its log and panics. After a while there is space again, and
 * all recovers without a restart.
 */
const DISK_MB = 700
/** The time for which the disk stays full after PostgreSQL has died: longer than its three restarts per minute take. */
const FULL_S = 45
const PEOPLE = 2_000

const sheet = openSheet('full-disk')
await inSandbox(async (sandbox) => {
  const dataDir = mountDisk(sandbox)
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const { environment, publishableKey, secretKey, tokenOf } = await newSiteKeys(siteUrl)
  const product = await startProduct({
    script: 'scripts/start.mjs',
    dataDir,
    port,
    environment: { ...environment, SITE_URL: siteUrl, ADMISSION: 'on' },
  })
  sandbox.atEnd(() => product.stop('SIGKILL'))
  await fillForJoins(product.ownerConnectionString())
  const tokens = await Promise.all(Array.from({ length: PEOPLE }, (_, number) => tokenOf(personId(number))))
  const disk = ballastOn(dataDir)

  // Smaller than the space that PostgreSQL has already reserved, and larger than the space left.
  const upload = () => sendPicture(product, secretKey)
  const before = await upload()
  disk.fill()
  const refused = await upload()
  const parts = readdirSync(join(dataDir, 'files'), { recursive: true }).filter((name) =>
    String(name).endsWith('.part'),
  )
  disk.empty()
  const after = await upload()
  sheet.must(
    'a picture is taken before and after',
    before.status === 200 && after.status === 200,
    `${before.status}, ${after.status}`,
  )
  sheet.must(
    'a picture that finds no room: 503 with Retry-After',
    refused.status === 503 && refused.retryAfter !== null,
    `${refused.status}, ${refused.retryAfter}`,
  )
  sheet.must('halves of files left behind: 0', parts.length === 0, parts.length)

  const market = {
    siteUrl,
    publishableKey,
    secretKey,
    tokens,
    buys: SIZE.buys,
    environment: {},
    start: () => Promise.reject(new Error('One process')),
  }
  const joins = loadJoins(market, { origins: () => [product.origin], clients: 6, pauseMs: 20 })
  await waitForJoins(joins, 200)
  let isGoingOn = true
  const health = runCrowd({
    origin: product.origin,
    clients: 1,
    pauseMs: 250,
    retryMs: 250,
    isGoingOn: () => isGoingOn,
    next: () => ({ path: '/healthz' }),
  })
  disk.fill()
  await forceLog(product.ownerConnectionString())
  const diedAt = performance.now()
  const meanwhile = joins.acknowledged.length
  await sleep(FULL_S * 1000)
  const served = joins.acknowledged.length - meanwhile
  disk.empty()
  const emptiedAt = performance.now()
  const backAt = await waitForJoins(joins, 1, 60)
  await waitForJoins(joins, 100, 60)
  isGoingOn = false
  const healthResponses = await health
  await joins.stop()
  sheet.figure('PostgreSQL had no room for, s', (emptiedAt - diedAt) / 1000)
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  const times = (what: RegExp) => log.match(what)?.length ?? 0
  sheet.must('PostgreSQL panicked for want of room', times(/PANIC/g) > 0, times(/PANIC/g))
  sheet.figure('starts that were tried', times(/starting PostgreSQL/g))
  sheet.figure('joins acknowledged while there was none', served)
  sheet.figure('from room on the disk to the next join, s', (backAt - emptiedAt) / 1000)
  sheet.must(
    'the process lives and /healthz says 200 throughout',
    [...healthResponses.statuses.keys()].every((status) => status === 200),
    [...healthResponses.statuses.keys()].join(', '),
  )
  sheet.must('joins go on by themselves within 15 s of room', backAt - emptiedAt < 15_000, (backAt - emptiedAt) / 1000)
  await checkJoins(sheet, product.ownerConnectionString(), joins)
  await product.stop()
})
sheet.close()

/** In memory, because only a separate disk can be filled without harm. */
function mountDisk(sandbox: Sandbox): string {
  const folder = join(sandbox.folder, 'disk')
  mkdirSync(folder)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    console.error(`This drill mounts a disk of its own, which needs root: ${mounted.stderr}`)
    process.exit(1)
  }
  sandbox.atEnd(() => spawnSync('umount', ['-l', folder]))
  return folder
}

function ballastOn(folder: string) {
  const ballast = join(folder, 'ballast')
  return {
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize))
      } catch {
        // Other processes wrote meanwhile, so the disk is full.
      }
    },
    empty: () => rmSync(ballast, { force: true }),
  }
}

/** Makes PostgreSQL start new WAL files until there is no space for one. */
async function forceLog(connectionString: string): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const owner = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
    owner.on('error', () => undefined)
    try {
      await owner.connect()
      await owner.query('select pg_logical_emit_message(true, $1, repeat($2, 1000000))', ['drill', 'x'])
      await owner.query('select pg_switch_wal()')
    } catch (error) {
      if (isConnectionLost(error)) return
      await sleep(100)
    } finally {
      await owner.end().catch(() => undefined)
    }
  }
  throw new Error('PostgreSQL never ran out of space')
}

async function sendPicture({ origin }: Product, key: string) {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  const path = `/storage/v1/object/pictures/${personId(0)}/${crypto.randomUUID()}.jpg`
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
  })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}
