import { PAGES } from '#web/routing/pages.ts'
import { demoSignIn } from '../market/demo-sign-in.ts'
import { addressesIn, type DeskAddress, deskAddress } from './addresses.ts'

export interface DeskTime extends DeskAddress {
  who: string
  /** Milliseconds to the last byte, or to the first one of a download; the best of those taken. */
  ms: number
  /** Milliseconds of processor time for it, of the product and PostgreSQL together. */
  workMs: number
  status: number
}

interface MeasuredSite {
  origin: string
  publishableKey: string
  /** Processor time used so far. */
  workMs(): number
}

/** For each demo person, the first segments of the pages that they open. */
const AREAS_BY_PERSON: Readonly<Record<string, readonly string[]>> = {
  chief: ['chief'],
  coordinator: ['coordinator'],
  manager: ['manager'],
  administrator: ['content'],
  vendor: ['vendor', 'packing', 'held', 'weigh-in', 'runs'],
  hub: ['handover', 'held', 'weigh-in', 'work'],
  rider: ['my-run'],
  customer: ['account', 'customer'],
}

/** A page with more addresses than this is sampled. */
const MAX_VARIANTS = 60
/** An address is requested again if it took longer, because the first time may have warmed something up. */
const SLOW_MS = 200
const TIMES = 3

/**
 * Every page of each person's areas that links lead to, with each of its filters, orders and searches, its last page,
 * and the first bytes of its downloads, one at a time.
 */
export async function measureDesks(
  site: MeasuredSite,
  { only = '' }: { only?: string | undefined } = {},
): Promise<DeskTime[]> {
  const times: DeskTime[] = []
  for (const [who, areas] of Object.entries(AREAS_BY_PERSON)) {
    const cookie = await demoSignIn(site, `${who}@ajoja.test`)
    times.push(...(await walk({ site, cookie, who, areas, only })))
    console.log(`${who}: ${times.filter((time) => time.who === who).length} addresses`)
  }
  return times
}

interface Walk {
  site: MeasuredSite
  cookie: string
  who: string
  areas: readonly string[]
  /** Part of the names to measure. */
  only: string
}

async function walk({ site, cookie, who, areas, only }: Walk): Promise<DeskTime[]> {
  const { origin } = site
  const base = new URL(origin)
  const isOwn = ({ path }: DeskAddress) => areas.includes(path.split(/[/?]/)[1] ?? '')
  const starts = PAGES.filter(({ path }) => !path.includes(':') && !path.endsWith('/*')).flatMap(
    ({ path }) => deskAddress(path, base) ?? [],
  )
  const queue = starts.filter(isOwn)
  const seen = new Set(queue.map(({ name }) => name))
  const variants = new Map<string, number>()
  const times: DeskTime[] = []
  for (let address = queue.shift(); address; address = queue.shift()) {
    if (!address.name.includes(only)) continue
    const hasQuery = address.name.includes('?')
    const { html, ...measured } = await measureAddress(site, { url: origin + address.path, cookie })
    times.push({ ...address, who, ...measured })
    if (measured.workMs > SLOW_MS || measured.status >= 500)
      console.log(`${measured.workMs.toFixed(0)} ms of work, ${measured.status}: ${who} ${address.name}`)
    for (const next of addressesIn(html, new URL(origin + address.path))) {
      if (!isOwn(next) || seen.has(next.name)) continue
      // A filtered list leads to its own last page and next page only: filters together are as many as their products.
      if (hasQuery && !isFurther(address, next)) continue
      const pattern = next.name.split('?')[0] ?? ''
      const count = (variants.get(pattern) ?? 0) + 1
      if (count > MAX_VARIANTS) continue
      variants.set(pattern, count)
      seen.add(next.name)
      queue.push(next)
    }
  }
  return times
}

function isFurther(from: DeskAddress, to: DeskAddress): boolean {
  const [page, query = ''] = from.name.split('?')
  const [nextPage, nextQuery = ''] = to.name.split('?')
  if (page !== nextPage || /\b(page|older|after)=/.test(query)) return false
  return (
    query.split('&').every((part) => nextQuery.split('&').includes(part)) && /\b(page|older|after)=/.test(nextQuery)
  )
}

async function measureAddress(site: MeasuredSite, { url, cookie }: { url: string; cookie: string }) {
  const taken: { ms: number; workMs: number }[] = []
  let last = { status: 0, html: '' }
  do {
    const [beganAt, workBefore] = [performance.now(), site.workMs()]
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    const html = isPage ? await answer.text() : ''
    if (!isPage) await readFirstBytes(answer)
    taken.push({ ms: performance.now() - beganAt, workMs: site.workMs() - workBefore })
    last = { status: answer.status, html }
  } while (least(taken, 'workMs') > SLOW_MS && taken.length < TIMES && least(taken, 'ms') < 5_000)
  return { ms: least(taken, 'ms'), workMs: least(taken, 'workMs'), ...last }
}

const least = (taken: readonly { ms: number; workMs: number }[], by: 'ms' | 'workMs') =>
  Math.min(...taken.map((one) => one[by]))

async function readFirstBytes({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  await reader?.read()
  await reader?.cancel()
}
