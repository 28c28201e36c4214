import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type HttpCall, openHttpClient } from '../../../bench/http-client.ts'
import { buyId, personId } from '../../../bench/market/market.ts'
import type { Product } from '../../../bench/market/product.ts'
import { type Acknowledgements, checkTotals } from '../parts/count.ts'
import { fillForJoins, type Market, openMarket } from '../parts/market-processes.ts'
import { joinCall } from '../parts/people/joins.ts'
import { openPayers } from '../parts/people/payments.ts'
import { inSandbox, type Sandbox } from '../parts/sandbox.ts'
import { type DebianPostgres, startPostgres, startStandby } from '../parts/servers/debian-postgres.ts'
import { openSheet, type Sheet } from '../parts/sheet.ts'

const PHASE_SECONDS = 15
const CLIENTS = 16
const READS_A_JOIN = 24
/** Maximum time for a payer in progress to finish after the end of a phase. */
const PAYER_TIMEOUT_MS = 30_000
/** Cached responses would hide where reads go. */
const WITHOUT_CACHE = { RESPONSE_CACHE_MB: '0', DATABASE_CONNECTIONS: '8' }

interface DrillState {
  market: Market
  primary: DebianPostgres
  standby: DebianPostgres
  sheet: Sheet
  /** The number of the next join. */
  next: number
  acknowledgements: Acknowledgements
}

async function runDrill(sandbox: Sandbox): Promise<void> {
  const sheet = openSheet('read-replica')
  const primary = await startPostgres(sandbox, { name: 'one' })
  const market = await openMarket(sandbox)
  const first = await market.start(primary.connectionString, WITHOUT_CACHE)
  await fillForJoins(primary.connectionString)
  const standby = await startStandby(sandbox, primary, { name: 'two' })
  const stage = { market, primary, standby, sheet, next: 0, acknowledgements: { acknowledged: [], paid: [], stuck: 0 } }

  const alone = await phase(stage, [first, await market.start(primary.connectionString, WITHOUT_CACHE)])
  const reading = { ...WITHOUT_CACHE, DATABASE_READ_URL: standby.connectionString }
  const products = [await market.start(primary.connectionString, reading)]
  products.push(await market.start(primary.connectionString, reading))
  await untilReady(products)

  const near = await phase(stage, products)
  compare(sheet, 'no lag', alone, near)
  sheet.must(
    'no lag: at least half of the reads went to the standby',
    near.standbyShare > 0.5,
    percent(near.standbyShare),
  )

  await setDelay(standby, '2s')
  const late = await phase(stage, products)
  compare(sheet, '2 s of lag', alone, late)
  sheet.must(
    '2 s of lag, control: the standby itself lacked the write',
    late.missingOnStandby > 0,
    late.missingOnStandby,
  )
  await setDelay(standby, '0')

  await killUnderLoad(stage, products)
  await checkTotals(sheet, primary.connectionString, stage.acknowledgements)
  sheet.close()
}

interface Phase {
  requests: number
  joins: number
  failed: number
  /** Own joins that were not read back. */
  stale: number
  paid: number
  /** Own payments that were not read back. */
  paidStale: number
  /** Own joins that the standby did not hold at the moment at which they were read back. */
  missingOnStandby: number
  /** Share of all reads that the standby could serve. */
  standbyShare: number
  /** Position queries to the primary server. */
  questions: number
  transactions: number
  processorMs: number
}

/**
 * People read, and now and then one joins and reads their orders through another process; every fifth of them pays and
 * reads again.
 */
async function phase(stage: DrillState, products: Product[], seconds = PHASE_SECONDS): Promise<Phase> {
  const counts = { requests: 0, joins: 0, failed: 0, stale: 0, paidStale: 0, missingOnStandby: 0 }
  const control = new pg.Pool({ connectionString: stage.standby.connectionString, max: 2 })
  control.on('error', () => undefined)
  const before = await measure(stage, products)
  const until = performance.now() + seconds * 1000
  const payers = openPayers(stage.market, {
    origins: () => products.map(({ origin }) => origin),
    givesUpAt: () => until + PAYER_TIMEOUT_MS,
  })
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const after = await measure(stage, products)
  await control.end()
  stage.acknowledgements.paid.push(...payers.paid)
  stage.acknowledgements.stuck += payers.stuck
  const [there, here] = [after.standby - before.standby, after.primary - before.primary]
  return {
    ...counts,
    paid: payers.paid.length,
    standbyShare: there / Math.max(1, there + here),
    questions: after.questions - before.questions,
    transactions: after.transactions - before.transactions,
    processorMs: after.processorMs - before.processorMs,
  }

  async function client(): Promise<void> {
    const wires = products.map(({ origin }) => openHttpClient(origin))
    const ask = async (call: HttpCall, turn: number) => {
      counts.requests += 1
      const answer = await wires[turn % wires.length]?.send(call).catch(() => undefined)
      if (answer?.status !== 200) counts.failed += 1
      return answer?.body.toString() ?? ''
    }
    while (performance.now() < until) {
      const number = stage.next++
      const [person, buy] = [number % stage.market.tokens.length, 1 + (number % stage.market.buys)]
      for (let turn = 0; turn < READS_A_JOIN; turn += 1) {
        await ask(readCall(stage.market, { person, buy, turn }), number + turn)
      }
      const joined = await ask(joinCall(stage.market, { person, buy, key: crypto.randomUUID() }), number)
      counts.joins += 1
      const [seen, held] = await Promise.all([
        ask(ownOrders(stage.market, { person, buy }), number + 1),
        control
          .query('select from public.orders where user_id = $1 and group_buy_id = $2', [personId(person), buyId(buy)])
          .catch(() => undefined),
      ])
      if (!seen.includes('"id"')) counts.stale += 1
      if (held?.rowCount === 0) counts.missingOnStandby += 1
      if (!joined.includes('"order"')) continue
      stage.acknowledgements.acknowledged.push({ userId: personId(person), buyId: buyId(buy) })
      if (!(await payers.payAfterJoin(person, joined))) continue
      const after = await ask(ownOrders(stage.market, { person, buy }), number + 1)
      if (!after.includes('"paid"')) counts.paidStale += 1
    }
    for (const wire of wires) wire.close()
  }
}

interface PersonAndBuy {
  person: number
  buy: number
}

/** Half of the calls are signed out, half signed in; one is a page. */
function readCall(market: Market, { person, buy, turn }: PersonAndBuy & { turn: number }): HttpCall {
  const visitor = { apikey: market.publishableKey }
  const signedIn = { ...visitor, authorization: `Bearer ${market.tokens[person]}` }
  const calls: HttpCall[] = [
    { path: `/rest/v1/group_buys?select=*,product:products(*)&id=eq.${buyId(buy)}`, headers: visitor },
    { path: '/rest/v1/orders?select=*&order=created_at.desc&limit=20', headers: signedIn },
    { path: '/rest/v1/products?select=*,vendor:vendors!inner(*)&order=created_at.desc&limit=12', headers: visitor },
    { path: '/rest/v1/notices?select=*&limit=20', headers: signedIn },
    { path: '/rest/v1/group_buys?select=*&status=eq.active&limit=12', headers: visitor },
    { path: '/products' },
  ]
  return calls[turn % calls.length] as HttpCall
}

const ownOrders = (market: Market, { person, buy }: PersonAndBuy): HttpCall => ({
  path: `/rest/v1/orders?select=id,status&group_buy_id=eq.${buyId(buy)}&user_id=eq.${personId(person)}`,
  headers: { apikey: market.publishableKey, authorization: `Bearer ${market.tokens[person]}` },
})

function compare(sheet: Sheet, name: string, alone: Phase, phase: Phase): void {
  const each = (figure: 'transactions' | 'processorMs', { requests, [figure]: value }: Phase) => value / requests
  sheet.figure(`${name}: requests, of them joins`, `${phase.requests}, ${phase.joins}`)
  sheet.figure(`${name}: reads that went to the standby`, percent(phase.standbyShare))
  sheet.figure(`${name}: questions to the primary a request`, (phase.questions / phase.requests).toFixed(2))
  sheet.figure(
    `${name}: transactions of the primary a request, against ${each('transactions', alone).toFixed(1)} without a standby`,
    each('transactions', phase).toFixed(1),
  )
  sheet.figure(
    `${name}: the primary's processor ms a request, against ${each('processorMs', alone).toFixed(2)} without a standby`,
    each('processorMs', phase).toFixed(2),
  )
  sheet.figure(
    `${name}: own joins that the standby itself did not hold when they were read back`,
    phase.missingOnStandby,
  )
  sheet.must(`${name}: own joins not read back: 0`, phase.stale === 0 && phase.joins >= CLIENTS, phase.stale)
  sheet.figure(`${name}: payments made, through the gateway and back`, phase.paid)
  sheet.must(`${name}: own payments not read back: 0`, phase.paidStale === 0 && phase.paid > 0, phase.paidStale)
  sheet.must(`${name}: failed requests: 0`, phase.failed === 0, phase.failed)
}

async function killUnderLoad(stage: DrillState, products: Product[]): Promise<void> {
  const { sheet, standby } = stage
  const running = phase(stage, products, 12)
  await sleep(3_000)
  await standby.end('SIGKILL')
  await sleep(4_000)
  const away = await figuresOf(products)
  const startedAt = performance.now()
  await standby.start()
  await untilReady(products)
  const backSeconds = (performance.now() - startedAt) / 1000
  const { failed, stale, paidStale, requests } = await running
  sheet.figure('standby killed: requests meanwhile', requests)
  sheet.must(
    'standby killed: it is noticed',
    away.every(({ reads }) => !reads.standbys[0]?.isReady),
    'by all processes',
  )
  sheet.must('standby killed: failed requests: 0', failed === 0, failed)
  sheet.must('standby killed: own joins not read back: 0', stale === 0, stale)
  sheet.must('standby killed: own payments not read back: 0', paidStale === 0, paidStale)
  sheet.figure(
    'standby killed: reads that it had begun and the primary ended',
    sumOf(
      away.map(({ reads }) => reads),
      'repeated',
    ),
  )
  sheet.figure('seconds from its start until it takes reads again', backSeconds)
}

interface Figures {
  reads: { standby: number; primary: number; repeated: number; questions: number; standbys: { isReady: boolean }[] }
}

async function figuresOf(products: Product[]): Promise<Figures[]> {
  const all = await Promise.all(products.map(async ({ origin }) => (await fetch(`${origin}/healthz`)).json()))
  return all.map(({ reads = { standby: 0, primary: 0, repeated: 0, questions: 0, standbys: [] } }) => ({ reads }))
}

async function untilReady(products: Product[]): Promise<void> {
  const until = performance.now() + 60_000
  while (!(await figuresOf(products)).every(({ reads }) => reads.standbys[0]?.isReady)) {
    if (performance.now() > until) throw new Error('The standby takes no reads')
    await sleep(50)
  }
}

/** PostgreSQL reports its transactions up to a second later. */
async function measure({ primary }: DrillState, products: Product[]) {
  await sleep(1_500)
  const owner = new pg.Client({ connectionString: primary.connectionString })
  await owner.connect()
  const { rows } = await owner.query<{ transactions: string }>(
    'select (xact_commit + xact_rollback)::text as transactions from pg_stat_database where datname = current_database()',
  )
  await owner.end()
  const reads = (await figuresOf(products)).map((figures) => figures.reads)
  return {
    transactions: Number(rows[0]?.transactions),
    processorMs: processorMsOf(primary),
    standby: sumOf(reads, 'standby'),
    primary: sumOf(reads, 'primary'),
    questions: sumOf(reads, 'questions'),
  }
}

const sumOf = (all: Figures['reads'][], figure: 'standby' | 'primary' | 'questions' | 'repeated') =>
  all.reduce((sum, { [figure]: value }) => sum + value, 0)

/** CPU time of the postmaster's processes; ended ones are included in the postmaster's own sum. A tick is 10 ms. */
function processorMsOf({ data }: DebianPostgres): number {
  const postmaster = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(String) ?? []
      if (pid === postmaster) ticks += Number(fields[13]) + Number(fields[14])
      else if (fields[1] === postmaster) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * 10
}

async function setDelay({ connectionString }: DebianPostgres, delay: string): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  await owner.query(`alter system set recovery_min_apply_delay = '${delay}'`)
  await owner.query('select pg_reload_conf()')
  await owner.end()
  await sleep(500)
}

const percent = (part: number): string => `${(100 * part).toFixed(1)}%`

await inSandbox(runDrill)
