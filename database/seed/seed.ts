import pg from 'pg'
import { bulkOrderRow, bulkOrdersOf, checkoutRow, checkoutsOf, itemRows } from './bulk-orders.ts'
import { BUY_PLANS } from './buy-table.ts'
import { advertRows, dealRows } from './content.ts'
import { productRows } from './foods.ts'
import { type Buy, buyOf, buyRow } from './group-buys.ts'
import { historyRows } from './history.ts'
import { insertContacts, insertConversations, numbersOf } from './messages.ts'
import { type Order, orderRow } from './orders.ts'
import { insertPeople, peopleOf } from './people.ts'
import { insertPosts } from './posts.ts'
import { refreshMarket } from './refresh.ts'
import { reviewRows } from './reviews.ts'
import { referralRows, spendAndCount } from './rewards.ts'
import { insertRows } from './rows.ts'
import { insertAudit, insertWelcomeMails } from './staff-records.ts'
import { insertVendors } from './vendors.ts'

export interface SeedOptions {
  /** The owner's. */
  connectionString: string
  /** The moment around which the market lives; the same one gives the same market. */
  now?: Date
  /** Stands in the mails that people received. */
  siteUrl?: string
}

/** True while nobody has an account. */
export async function marketNeedsSeeding({
  connectionString,
}: Pick<SeedOptions, 'connectionString'>): Promise<boolean> {
  return inSeedTransaction(connectionString, isEmpty)
}

/**
 * Fills an empty database with the demo market, in one transaction. Everybody's password is `ajoja-demo`. Writes nothing and
 * returns false when somebody has an account already, also when another process was faster.
 */
export async function seedDemoMarket({ connectionString, now = new Date(), siteUrl }: SeedOptions): Promise<boolean> {
  return inSeedTransaction(connectionString, async (client) => {
    if (!(await isEmpty(client))) return false
    await writeMarket(client, now, siteUrl ?? 'http://localhost:3000')
    return true
  })
}

/**
 * When fewer than five buys can be joined, opens new ones at the demo shops and sets sharing days that have passed anew.
 * Returns how many buys it opened.
 */
export async function refreshDemoMarket({ connectionString, now = new Date() }: SeedOptions): Promise<number> {
  return inSeedTransaction(connectionString, (client) => refreshMarket(client, now))
}

/** One writer at a time; the guards of tables let past dates and finished states through. */
async function inSeedTransaction<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      "select set_config('ajoja.seeding', 'on', true), pg_advisory_xact_lock(hashtext('ajoja demo market'))",
    )
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>('select not exists (select from public.profiles) as empty')
  return rows[0]?.empty ?? false
}

async function writeMarket(client: pg.ClientBase, now: Date, siteUrl: string): Promise<void> {
  const people = peopleOf(now)
  const buys = BUY_PLANS.map((plan) => buyOf(plan, { now, people }))
  const orders = buys.flatMap((buy) => buy.orders)
  const bulkOrders = bulkOrdersOf(now, people)
  const checkouts = checkoutsOf(bulkOrders)
  const numbers = numbersOf([...orders, ...bulkOrders])
  const balances = spendAndCount(orders, bulkOrders)

  await insertPeople(client, people, now)
  await insertRows(client, 'public.referrals', referralRows(people, [...orders, ...bulkOrders]))
  await insertVendors(client, now)
  await insertRows(client, 'public.products', productRows(now, shareDaysOf(buys)))
  await insertRows(client, 'public.group_buys', buys.map(buyRow))
  await insertRows(
    client,
    'public.orders',
    orders.map((order: Order) => ({ ...orderRow(order), order_no: numbers.get(order.id) })),
  )
  await insertRows(client, 'public.checkouts', checkouts.map(checkoutRow))
  await insertRows(
    client,
    'public.bulk_orders',
    bulkOrders.map((order) => ({ ...bulkOrderRow(order), order_no: numbers.get(order.id) })),
  )
  await insertRows(client, 'public.bulk_order_items', bulkOrders.flatMap(itemRows))
  await insertRows(client, 'public.reviews', reviewRows(orders, bulkOrders))
  await client.query("select setval('public.order_numbers', (select max(no) from unnest($1::bigint[]) as no))", [
    [...numbers.values()],
  ])
  await client.query(
    'update public.profiles p set points_balance = s.kobo / 100 from jsonb_to_recordset($1::jsonb) as s (id uuid, kobo numeric) where p.id = s.id',
    [JSON.stringify([...balances].map(([id, kobo]) => ({ id, kobo })))],
  )
  // The triggers have written one move for each thing, with the time of this transaction; the true story replaces them.
  await client.query('delete from public.status_changes')
  await insertRows(client, 'public.status_changes', historyRows({ buys, bulkOrders, checkouts }, now))
  await client.query('select public.recompute_vendor_metrics()')

  await insertRows(client, 'public.featured_deals', dealRows(now, buys))
  await insertRows(client, 'public.advertisements', advertRows(now))
  await insertPosts(client, now)
  await insertConversations(client, buys, now)
  await insertContacts(client, now)
  await insertAudit(client, people, now)
  await insertWelcomeMails(client, people, siteUrl)
}

/** Products share on the day of their running buy. */
function shareDaysOf(buys: readonly Buy[]): Map<string, string> {
  const open = buys.filter(({ stage }) => stage === 'active' || stage === 'draft')
  return new Map(open.map(({ food, shareDay }) => [food.key, shareDay]))
}
