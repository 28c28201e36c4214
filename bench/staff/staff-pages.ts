import type pg from 'pg'
import { PAGES } from '#web/routing/pages.ts'

interface PageRequest {
  email: string
  page: string
  path: string
}

/** For each demo person, the first path segments of the pages that they open. */
const AREAS_BY_ROLE: Record<string, readonly string[]> = {
  customer: ['customer', 'account'],
  vendor: ['vendor', 'packing', 'held', 'weigh-in', 'runs'],
  hub: ['handover', 'held', 'weigh-in'],
  rider: ['my-run'],
  manager: ['manager'],
  coordinator: ['coordinator'],
  chief: ['chief'],
  administrator: ['content'],
}

const SHOP = `(select v.id from public.vendors v join auth.users u on u.id = v.owner_id where u.email = 'vendor@ajoja.test')`
const BUY = `select id from public.group_buys where vendor_id = ${SHOP} and status = 'completed' order by created_at limit 1`

/** Queries for the id of a page about one object; any of its kind is as heavy. */
const IDS: Record<string, string> = {
  '/manager/vendors/:id': `select ${SHOP} as id`,
  '/coordinator/vendors/:id': `select ${SHOP} as id`,
  '/chief/vendors/:id': `select ${SHOP} as id`,
  '/manager/buys/:id': BUY,
  '/coordinator/buys/:id': BUY,
  '/chief/buys/:id': BUY,
  '/chief/orders/:id': `select id from public.orders where status = 'completed' order by created_at limit 1`,
  '/chief/ledger/accounts/:id': `select id from ledger.accounts where kind = 'gateway'`,
  '/chief/ledger/orders/:id': `select id from public.orders where status = 'completed' order by created_at limit 1`,
  '/chief/ledger/buys/:id': BUY,
  '/chief/ledger/payments/:id': `select id from public.payments order by created_at limit 1`,
  '/vendor/products/buys/:id': BUY,
  '/vendor/products/buys/:id/earnings': BUY,
  '/vendor/products/:id': `select id from public.products where vendor_id = ${SHOP} order by created_at limit 1`,
  '/coordinator/managers/:id': `select id from public.profiles where role = 'manager' order by created_at limit 1`,
}

/** Query strings that file downloads need. */
const QUERY_STRINGS: Record<string, string> = {
  '/chief/ledger/lines.csv': `select '?of=account&id=' || id as id from ledger.accounts where kind = 'buyer_fee'`,
  '/chief/ledger/accounts.csv': `select '?kind=escrow&money=all' as id`,
}

/** Excluded: these routes handle a form or redirect. */
const NO_PAGES = /\/\*$|:batch|\/new$|^\/(customer|vendor|manager|coordinator|chief|account|content)$|\.json$/

/** Every page of every signed-in area, with the ids of this database. */
export async function staffPageRequests(owner: pg.ClientBase): Promise<PageRequest[]> {
  const pages = PAGES.map(({ path }) => path).filter((path) => !NO_PAGES.test(path))
  const requests: PageRequest[] = []
  for (const [who, areas] of Object.entries(AREAS_BY_ROLE)) {
    for (const page of pages.filter((one) => areas.includes(one.split('/')[1] ?? ''))) {
      const path = await pathOf(owner, page)
      if (path !== null) requests.push({ email: `${who}@ajoja.test`, page, path })
    }
  }
  return requests
}

/** Null for a page with an id in its path that has no query above. */
async function pathOf(owner: pg.ClientBase, page: string): Promise<string | null> {
  const sql = IDS[page] ?? QUERY_STRINGS[page]
  if (!sql) return page.includes(':') ? null : page
  const { rows } = await owner.query<{ id: string }>(sql)
  const id = rows[0]?.id
  if (id === undefined) return null
  return QUERY_STRINGS[page] ? `${page}${id}` : page.replace(':id', id)
}
