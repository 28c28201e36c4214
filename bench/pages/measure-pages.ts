import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { processorTimes, waitsByBackend } from '../desks/processor-time.ts'
import { type HttpCall, type HttpResponse, openHttpClient } from '../http-client.ts'
import { demoSignIn } from '../market/demo-sign-in.ts'
import { TEN_PAGES } from './ten-pages.ts'

/** The cost of one request of a page, in a warm process. */
export interface PageCost {
  name: string
  /** Milliseconds of processor time, one request at a time. */
  node: number
  postgres: number
  /** The same of both together, with several requests at once. */
  togetherMs: number
  statements: number
  transactions: number
  /** How often PostgreSQL waits for the next message: the round trips, and some waits of its own. */
  waits: number
  htmlBytes: number
  sentBytes: number
}

interface BenchSite {
  origin: string
  pid: number
  dataDir: string
  publishableKey: string
  owner: pg.ClientBase
}

interface MeasureOptions {
  /** Requests of each page. */
  requests: number
  only?: string | undefined
}

const AT_ONCE = 8
/** Requests before anything is measured, in which V8 compiles what is called often. */
const WARM_UPS = 1.5

/** Requests each of the ten pages as the person whose it is. */
export async function measurePages(site: BenchSite, { requests, only = '' }: MeasureOptions): Promise<PageCost[]> {
  const costs: PageCost[] = []
  const cookies = new Map<string, string>()
  for (const { name, email, path, link } of TEN_PAGES) {
    if (!name.includes(only)) continue
    const cookie = cookies.get(email) ?? (await demoSignIn(site, email))
    cookies.set(email, cookie)
    const call = { path, headers: { cookie, 'accept-encoding': 'br' } }
    const found = link ? { ...call, path: await followLink(site.origin, call, link) } : call
    costs.push({ name, ...(await measurePage(site, found, requests)) })
  }
  return costs
}

async function followLink(origin: string, call: HttpCall, link: RegExp): Promise<string> {
  const path = link.exec(htmlOf(await requestPage(origin, call)))?.[1]
  if (path === undefined) throw new Error(`${call.path} has no link like ${link}.`)
  return path.replaceAll('&amp;', '&')
}

async function measurePage(site: BenchSite, call: HttpCall, requests: number): Promise<Omit<PageCost, 'name'>> {
  const page = await requestPage(site.origin, call)
  const repeat = (clients: number) => repeatRequests(site.origin, call, { clients, requests })
  await repeatRequests(site.origin, call, { clients: AT_ONCE, requests: Math.ceil(requests * WARM_UPS) })
  await site.owner.query('select pg_stat_statements_reset()')
  const waitsBefore = waitsByBackend(site.dataDir)
  const alone = await timeOf(site, () => repeat(1))
  const waits = waitsSince(waitsBefore, site.dataDir)
  const counts = await readCounts(site.owner)
  const together = await timeOf(site, () => repeat(AT_ONCE))
  return {
    node: alone.node / requests,
    postgres: alone.postgres / requests,
    togetherMs: (together.node + together.postgres) / requests,
    statements: counts.statements / requests,
    transactions: counts.transactions / requests,
    waits: waits / requests,
    htmlBytes: Buffer.byteLength(htmlOf(page)),
    sentBytes: page.body.byteLength,
  }
}

/** Counts the backends that were there before. */
function waitsSince(before: ReadonlyMap<number, number>, dataDir: string): number {
  const counts = [...waitsByBackend(dataDir)].map(([pid, count]) => count - (before.get(pid) ?? count))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function timeOf({ pid, dataDir }: BenchSite, work: () => Promise<void>) {
  const before = processorTimes(pid, dataDir)
  await work()
  const after = processorTimes(pid, dataDir)
  return { node: after.node - before.node, postgres: after.postgres - before.postgres }
}

/** Statements of clients, without those that functions run. */
async function readCounts(owner: pg.ClientBase): Promise<{ statements: number; transactions: number }> {
  const { rows } = await owner.query<{ statements: number; transactions: number }>(
    `select sum(calls)::int4 as statements, coalesce(sum(calls) filter (where query like 'begin%'), 0)::int4 as transactions
     from pg_stat_statements where toplevel and query !~ 'pg_stat|sessions_ended_since'`,
  )
  return rows[0] ?? { statements: 0, transactions: 0 }
}

async function repeatRequests(
  origin: string,
  call: HttpCall,
  { clients, requests }: { clients: number; requests: number },
): Promise<void> {
  let left = requests
  const request = async () => {
    const client = openHttpClient(origin)
    while (left-- > 0) assertPage(call, await client.send(call))
    client.close()
  }
  await Promise.all(Array.from({ length: clients }, request))
}

async function requestPage(origin: string, call: HttpCall): Promise<HttpResponse> {
  const client = openHttpClient(origin)
  const page = assertPage(call, await client.send(call))
  client.close()
  return page
}

function assertPage({ path }: HttpCall, page: HttpResponse): HttpResponse {
  if (page.status !== 200 || !page.type.startsWith('text/html')) throw new Error(`${path} answered ${page.status}.`)
  return page
}

const htmlOf = ({ body }: HttpResponse): string => brotliDecompressSync(body).toString()
