import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { type Figure, value } from './figure.ts'
import { middle } from './load.ts'
import { withSite } from './site.ts'
import { openWire } from './wire.ts'

const SCALES = [1_000, 100_000] as const
const TIMES = 7
/** By whose eyes; `vendor` is the shop with the most orders. */
const PAGES = {
  chief: [
    ...['dashboard', 'overview', 'orders', 'customers', 'payments', 'payouts', 'products', 'vendors', 'performance'],
    ...['analytics', 'queue', 'uncollected', 'claims', 'vat', 'ledger', 'ledger/accounts', 'ledger/checks', 'audit'],
  ],
  vendor: [
    'dashboard',
    'orders',
    'orders.csv',
    'customers',
    'analytics',
    'products',
    'products/buys',
    'payouts',
    'invoices',
  ],
}

/** Each page of staff and vendors at 1,000 and at 100,000 orders: the middle of several, one after the other. */
export async function benchStaff(): Promise<Figure[]> {
  const [small, large] = [await timesAt(SCALES[0]), await timesAt(SCALES[1])]
  return [...large].flatMap(([page, ms]) => [
    value(`${page} at 100,000 orders`, ms / 1000, ' s', page.endsWith('.csv') ? undefined : 0.3),
    value(`${page} at 100,000 orders, over its time at 1,000`, ms / (small.get(page) ?? ms), '', 3),
  ])
}

/** Milliseconds by page. */
function timesAt(orders: number): Promise<Map<string, number>> {
  return withSite(async (site) => {
    const filled = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/fill.ts', '--orders', String(orders)], {
      env: { PATH: process.env.PATH, DATA_DIR: site.dataDir },
      encoding: 'utf8',
    })
    if (filled.status !== 0) throw new Error(`The market could not be filled: ${filled.stdout}${filled.stderr}`)
    const product = await site.start()
    const owner = new pg.Client({ connectionString: product.ownerConnectionString() })
    await owner.connect()
    try {
      const times = new Map<string, number>()
      for (const [who, sql] of Object.entries(PEOPLE)) {
        const { rows } = await owner.query<{ id: string }>(sql)
        const headers = { cookie: cookieOf(await site.tokenOf(rows[0]?.id ?? '')) }
        for (const page of PAGES[who as keyof typeof PAGES])
          times.set(`/${who}/${page}`, await timeOf(site.origin, { path: `/${who}/${page}`, headers }))
      }
      return times
    } finally {
      await owner.end()
      await product.stop()
    }
  })
}

const PEOPLE = {
  chief: `select id from public.profiles where role = 'chief' limit 1`,
  vendor: `select v.owner_id as id from public.vendors v join public.orders o on o.vendor_id = v.id group by v.owner_id order by count(*) desc limit 1`,
}

function cookieOf(access_token: string): string {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const session = { access_token, refresh_token: 'none', expires_at, expires_in: 3600, token_type: 'bearer' }
  return `${SESSION_COOKIE}=${encodeURIComponent(JSON.stringify(session))}`
}

async function timeOf(origin: string, call: { path: string; headers: Record<string, string> }): Promise<number> {
  const wire = openWire(origin)
  const tookMs: number[] = []
  for (let time = 0; time < TIMES + 2; time++) {
    const beganAt = performance.now()
    const { status, body } = await wire.ask(call)
    if (status !== 200) throw new Error(`${call.path} answered ${status}: ${body.toString().slice(0, 300)}`)
    // The first two warm up.
    if (time > 1) tookMs.push(performance.now() - beganAt)
  }
  wire.close()
  return middle(tookMs)
}
