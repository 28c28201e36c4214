import { type Figure, ratio } from './figure.ts'
import { type HttpCall, type HttpResponse, openHttpClient } from './http-client.ts'
import { httpWorkers, measureAlternating } from './load.ts'
import { type Bench, CONNECTIONS } from './market/site.ts'
import { startRival } from './rivals/process.ts'

const TURNS = { rounds: 8, seconds: 1 }
export const PAGE = { path: '/products' }
/** The product's environment for measurements without the response cache. */
export const WITHOUT_CACHE = { RESPONSE_CACHE_MB: '0' }

export function calls(bench: Bench): { list: HttpCall; one: HttpCall } {
  const headers = { apikey: bench.publishableKey }
  return {
    list: { path: '/rest/v1/products?select=*,vendor:vendors!inner(*)&order=created_at.desc&limit=12', headers },
    one: { path: '/rest/v1/products?select=*&id=eq.d0000000-0000-4000-8000-000000000007', headers },
  }
}

/** A list and a single product, against the same by hand. `bench` has no response cache. */
export async function benchReads(bench: Bench): Promise<Figure[]> {
  const { list, one } = calls(bench)
  return withHandWrittenReads(bench, async (hand) => {
    const byHand = { path: `/one?id=${one.path.split('eq.')[1]}` }
    await assertSameRows(await fetchOnce(bench.origin, list), await fetchOnce(hand, { path: '/list' }))
    await assertSameRows(await fetchOnce(bench.origin, one), await fetchOnce(hand, byHand))
    const lists = await measureAgainst(bench, { call: list, origin: hand, rivalCall: { path: '/list' } })
    const ones = await measureAgainst(bench, { call: one, origin: hand, rivalCall: byHand })
    return [
      ratio('12 of 10,000 products with vendor, not cached, against the same by hand', lists, 0.95),
      ratio('one product by id, not cached, against the same by hand', ones, 0.85),
    ]
  })
}

/** The page, against React alone with a page of the same size. `bench` has no response cache. */
export async function benchPages(bench: Bench): Promise<Figure[]> {
  const page = await fetchOnce(bench.origin, PAGE)
  const html = page.body.toString()
  const size = { elements: html.match(/<[a-z]/g)?.length ?? 0, bytes: page.body.byteLength }
  const rival = await startRival('./page.tsx', size)
  try {
    const own = await fetchOnce(rival.origin, PAGE)
    if (Math.abs(own.body.byteLength / size.bytes - 1) > 0.1) throw new Error("The rival's page has another size.")
    const rates = await measureAgainst(bench, { call: PAGE, origin: rival.origin, rivalCall: PAGE })
    const what = `${PAGE.path} (${Math.round(size.bytes / 1000)} KB, ${size.elements} elements), not cached, against React alone`
    return [ratio(what, rates, 0.6)]
  } finally {
    rival.stop()
  }
}

/** The cached page against the same bytes from memory, and the cached list against the list by hand. */
export async function benchCached(bench: Bench): Promise<Figure[]> {
  const { list } = calls(bench)
  // Twice, because the first request may fill the cache.
  await fetchOnce(bench.origin, PAGE)
  const page = await fetchOnce(bench.origin, PAGE)
  const bare = await startRival('./bytes.ts', { body: page.body.toString(), type: page.type })
  try {
    const pages = await measureAgainst(bench, { call: PAGE, origin: bare.origin, rivalCall: PAGE })
    const lists = await withHandWrittenReads(bench, (hand) =>
      measureAgainst(bench, { call: list, origin: hand, rivalCall: { path: '/list' } }),
    )
    return [
      ratio(`${PAGE.path}, cached, against bare node:http with the same bytes`, pages, 0.5),
      ratio('12 of 10,000 products with vendor, cached, against the same by hand', lists, 5),
    ]
  } finally {
    bare.stop()
  }
}

async function withHandWrittenReads<T>(bench: Bench, work: (origin: string) => Promise<T>): Promise<T> {
  const job = { connectionString: bench.ownerConnectionString, connections: CONNECTIONS }
  const rival = await startRival('./reads.ts', job)
  try {
    return await work(rival.origin)
  } finally {
    rival.stop()
  }
}

interface CallPair {
  call: HttpCall
  origin: string
  rivalCall: HttpCall
}

function measureAgainst(bench: Bench, { call, origin, rivalCall }: CallPair): Promise<number[]> {
  return measureAlternating(
    [
      { name: 'product', workers: httpWorkers(bench.origin, { next: () => call }) },
      { name: 'rival', workers: httpWorkers(origin, { next: () => rivalCall }) },
    ],
    TURNS,
  )
}

async function fetchOnce(origin: string, call: HttpCall): Promise<HttpResponse> {
  const wire = openHttpClient(origin)
  const got = await wire.send(call)
  wire.close()
  if (got.status !== 200) throw new Error(`${call.path} answered ${got.status}.`)
  return got
}

/** Asserts the same rows with the same columns; the format of numbers and times may differ. */
function assertSameRows(left: HttpResponse, right: HttpResponse): void {
  const shape = ({ body }: HttpResponse) =>
    JSON.stringify(JSON.parse(body.toString()).map((row: Record<string, unknown>) => [row.id, Object.keys(row).sort()]))
  if (shape(left) !== shape(right)) throw new Error('The list by hand holds something different.')
}
