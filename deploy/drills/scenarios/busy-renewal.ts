import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../../../bench/market/product.ts'
import { fillForJoins, type Market, openMarket } from '../parts/market-processes.ts'
import { type CrowdResponses, runCrowd, served, unexpectedResponses } from '../parts/people/crowd.ts'
import { cookieOf } from '../parts/people/session.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet } from '../parts/sheet.ts'

/**
 * Two processes are renewed while signed-in people request more pages than the machine can render, with admission
 * control on: no processor is free for the new processes.
 */
const READERS = 48
/** Time under the same load without a renewal, for comparison. */
const STEADY_SECONDS = 15
const RENEWALS = 2
/** Share of the pages without a renewal that are served during one; 0.3 to 0.6 with processes that start at the usual priority. */
const MIN_SERVED_SHARE = 0.7

const sheet = openSheet('busy-renewal')
await inSandbox(async (sandbox) => {
  const postgres = await startPostgres(sandbox, { name: 'server' })
  const market = await openMarket(sandbox)
  const environment = { WORKERS: '2', ADMISSION: 'on' }
  const product = await market.start(postgres.connectionString, environment)
  await fillForJoins(postgres.connectionString)
  // Caches and compiled code of the first processes.
  await readDuring(market, product, () => sleep(8_000))

  const steady = await readDuring(market, product, () => sleep(STEADY_SECONDS * 1_000))
  report('without a renewal', steady, STEADY_SECONDS)
  for (let number = 1; number <= RENEWALS; number++) {
    const beganAt = performance.now()
    const responses = await readDuring(market, product, async () => {
      process.kill(product.pid, 'SIGUSR2')
      await waitForRenewals(product, number)
    })
    const seconds = (performance.now() - beganAt) / 1_000
    sheet.figure(`renewal ${number}: seconds until both are new`, seconds)
    report(`renewal ${number}`, responses, seconds)
    const share = served(responses) / seconds / (served(steady) / STEADY_SECONDS)
    sheet.must(`renewal ${number}: share of the reads served without one`, share >= MIN_SERVED_SHARE, share)
    await sleep(3_000)
  }
  await product.stop()
})
sheet.close()
process.exit()

async function readDuring(market: Market, { origin }: Product, work: () => Promise<unknown>): Promise<CrowdResponses> {
  let isGoingOn = true
  const headers = { apikey: market.publishableKey }
  const reading = runCrowd({
    origin,
    clients: READERS,
    pauseMs: 20,
    retryMs: 250,
    isGoingOn: () => isGoingOn,
    next: (client) =>
      client % 3 === 0
        ? {
            path: '/rest/v1/orders?select=id,status&order=created_at.desc&limit=20',
            headers: { ...headers, authorization: `Bearer ${market.tokens[client]}` },
          }
        : { path: '/products', headers: { cookie: cookieOf(market, client) } },
  })
  await work()
  isGoingOn = false
  return reading
}

function report(what: string, responses: CrowdResponses, seconds: number): void {
  const refused = (responses.statuses.get(503) ?? 0) / seconds
  sheet.figure(`${what}: signed-in reads served a second`, served(responses) / seconds)
  sheet.figure(`${what}: signed-in reads refused a second`, refused)
  const unexpected = unexpectedResponses(responses)
  const unanswered = responses.statuses.get(0) ?? 0
  sheet.must(`${what}: reads that were served or told to come back: all`, unexpected === '', unexpected || 'all')
  sheet.must(`${what}: reads without an answer: 0`, unanswered === 0, unanswered)
}

async function waitForRenewals({ output }: Product, count: number): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    if (output().split('All 2 processes are new').length > count) return
    await sleep(100)
  }
  throw new Error(`The processes were not renewed:\n${output()}`)
}
