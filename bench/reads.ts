import { type Figure, ratio } from './figure.ts'
import { httpWorkers, takeTurns } from './load.ts'
import { startRival } from './rivals/process.ts'
import { type Bench, CONNECTIONS } from './site.ts'
import { type HttpAnswer, type HttpCall, openWire } from './wire.ts'

const TURNS = { rounds: 8, seconds: 1 }
export const PAGE = { path: '/products' }
/** The product's environment for measurements without the response cache. */
export const NOTHING_KEPT = { KEPT_ANSWERS_MB: '0' }

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
  return withHands(bench, async (hand) => {
    const byHand = { path: `/one?id=${one.path.split('eq.')[1]}` }
    await mustBeTheSame(await answer(bench.origin, list), await answer(hand, { path: '/list' }))
    await mustBeTheSame(await answer(bench.origin, one), await answer(hand, byHand))
    const lists = await against(bench, { call: list, origin: hand, rivalCall: { path: '/list' } })
    const ones = await against(bench, { call: one, origin: hand, rivalCall: byHand })
    return [
      ratio('12 of 10,000 products with vendor, not kept, against the same by hand', lists, 0.95),
      ratio('one product by id, not kept, against the same by hand', ones, 0.85),
    ]
  })
}

/** The page, against React alone with a page of the same size. `bench` has no response cache. */
export async function benchPages(bench: Bench): Promise<Figure[]> {
  const page = await answer(bench.origin, PAGE)
  const html = page.body.toString()
  const size = { elements: html.match(/<[a-z]/g)?.length ?? 0, bytes: page.body.byteLength }
  const rival = await startRival('./page.tsx', size)
  try {
    const own = await answer(rival.origin, PAGE)
    if (Math.abs(own.body.byteLength / size.bytes - 1) > 0.1) throw new Error("The rival's page has another size.")
    const rates = await against(bench, { call: PAGE, origin: rival.origin, rivalCall: PAGE })
    const what = `${PAGE.path} (${Math.round(size.bytes / 1000)} KB, ${size.elements} elements), not kept, against React alone`
    return [ratio(what, rates, 0.6)]
  } finally {
    rival.stop()
  }
}

/** The page from memory against the same bytes from memory, and the list from memory against the list by hand. */
export async function benchKept(bench: Bench): Promise<Figure[]> {
  const { list } = calls(bench)
  // Twice: the first may be what fills the memory.
  await answer(bench.origin, PAGE)
  const page = await answer(bench.origin, PAGE)
  const bare = await startRival('./bytes.ts', { body: page.body.toString(), type: page.type })
  try {
    const pages = await against(bench, { call: PAGE, origin: bare.origin, rivalCall: PAGE })
    const lists = await withHands(bench, (hand) =>
      against(bench, { call: list, origin: hand, rivalCall: { path: '/list' } }),
    )
    return [
      ratio(`${PAGE.path}, kept, against bare node:http with the same bytes`, pages, 0.5),
      ratio('12 of 10,000 products with vendor, kept, against the same by hand', lists, 5),
    ]
  } finally {
    bare.stop()
  }
}

async function withHands<T>(bench: Bench, work: (origin: string) => Promise<T>): Promise<T> {
  const job = { connectionString: bench.ownerConnectionString, connections: CONNECTIONS }
  const rival = await startRival('./reads.ts', job)
  try {
    return await work(rival.origin)
  } finally {
    rival.stop()
  }
}

interface Pair {
  call: HttpCall
  origin: string
  rivalCall: HttpCall
}

function against(bench: Bench, { call, origin, rivalCall }: Pair): Promise<number[]> {
  return takeTurns(
    [
      { name: 'product', workers: httpWorkers(bench.origin, { next: () => call }) },
      { name: 'rival', workers: httpWorkers(origin, { next: () => rivalCall }) },
    ],
    TURNS,
  )
}

async function answer(origin: string, call: HttpCall): Promise<HttpAnswer> {
  const wire = openWire(origin)
  const got = await wire.ask(call)
  wire.close()
  if (got.status !== 200) throw new Error(`${call.path} answered ${got.status}.`)
  return got
}

/** The same rows with the same columns; how numbers and times are written is each one's own matter. */
function mustBeTheSame(left: HttpAnswer, right: HttpAnswer): void {
  const shape = ({ body }: HttpAnswer) =>
    JSON.stringify(JSON.parse(body.toString()).map((row: Record<string, unknown>) => [row.id, Object.keys(row).sort()]))
  if (shape(left) !== shape(right)) throw new Error('The list by hand holds something different.')
}
