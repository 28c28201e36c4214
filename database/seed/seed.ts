import pg from 'pg'
import { insertContent } from './content/content.ts'
import { assignOrderNumbers, insertContacts, insertConversations } from './content/messages.ts'
import { questionRows } from './content/questions.ts'
import { reviewRows } from './content/reviews.ts'
import { productRows } from './foods/foods.ts'
import { backdateBuys, backdateMoves, scenarioDates } from './history/backdate.ts'
import { BUY_PLANS } from './history/buy-table.ts'
import { buyScenarios, cartScenarios } from './history/scenarios.ts'
import { seedHistory } from './history/seed-history.ts'
import { seedStoredOrders } from './history/stored-orders.ts'
import { DAY } from './lagos-time.ts'
import type { Buy } from './model.ts'
import { makeBulkOrders, makeCheckouts } from './orders/bulk-orders.ts'
import { insertClaims, replyToReviews } from './orders/claims.ts'
import { seedDeliveryRun } from './orders/delivery-runs.ts'
import { makeBuy } from './orders/group-buys.ts'
import { seedHandOvers } from './orders/hand-overs.ts'
import { seedPacking } from './orders/packing.ts'
import { postJournals } from './orders/payments.ts'
import { seedPayouts } from './orders/payouts.ts'
import { repeatBuys } from './orders/repeat-buys.ts'
import { referralRows, spendPeps } from './orders/rewards.ts'
import { sellByWeight } from './orders/sell-by-weight.ts'
import { insertPeople, makePeople } from './people.ts'
import { assignDeliveries, insertAddresses, insertPlaces } from './places.ts'
import { refreshMarket } from './refresh.ts'
import { insertRows, type SeedRow } from './rows.ts'
import { insertAudit, insertWelcomeMails } from './staff-records.ts'
import { insertVendors, suspendVendors } from './vendors.ts'

export interface SeedOptions {
  /** Connection of the database's owner. */
  connectionString: string
  /** The reference time of all dates; the same time gives the same market. */
  now?: Date
  /** The base of links in sent mails. */
  siteUrl?: string
}

/** True if there are no accounts. */
export async function marketNeedsSeeding({
  connectionString,
}: Pick<SeedOptions, 'connectionString'>): Promise<boolean> {
  return inSeedTransaction(connectionString, isEmpty)
}

/**
 * Fills an empty database with the demo market, in one transaction. All passwords are `ajoja-demo`. Writes nothing and
 * returns false if accounts exist, also if another process was faster.
 */
export async function seedDemoMarket({ connectionString, now = new Date(), siteUrl }: SeedOptions): Promise<boolean> {
  return inSeedTransaction(connectionString, async (client) => {
    if (!(await isEmpty(client))) return false
    await writeMarket(client, now, siteUrl ?? 'http://localhost:3000')
    // The passwords are public: a start in production rejects a database with this mark.
    await client.query("insert into site.identity (name, value) values ('contents', 'demo') on conflict do nothing")
    return true
  })
}

/**
 * If fewer than five buys can be joined, opens new ones at the demo shops and moves past sharing days into the future.
 * Returns the number of buys it opened.
 */
export async function refreshDemoMarket({ connectionString, now = new Date() }: SeedOptions): Promise<number> {
  return inSeedTransaction(connectionString, (client) => refreshMarket(client, now))
}

/** Runs `work` in a transaction as the owner; an advisory lock serialises writers. */
async function inSeedTransaction<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config: pg.ClientConfig & { pipeline: boolean } = { connectionString, pipeline: true }
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('begin')
    // Many small statements: planning them costs more than the better plans of a table with statistics would save.
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query("select pg_advisory_xact_lock(hashtext('ajoja demo market'))")
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

/**
 * In the order that guards need: people, shops, places and products before the history of orders; hand-overs before a
 * shop is suspended; the ledger before payouts and claims. Dates are moved into the past after the writes they belong
 * to.
 */
async function writeMarket(client: pg.ClientBase, now: Date, siteUrl: string): Promise<void> {
  const people = makePeople(now)
  const buys = BUY_PLANS.map((plan) => makeBuy(plan, { now, people }))
  const orders = buys.flatMap((buy) => buy.orders)
  const bulkOrders = makeBulkOrders(now, people)
  const checkouts = makeCheckouts(bulkOrders)
  const numbers = assignOrderNumbers([...orders, ...bulkOrders])
  spendPeps(orders, bulkOrders)

  await insertPeople(client, people, now)
  await insertRows(client, 'public.referrals', referralRows(people, [...orders, ...bulkOrders]))
  const openings = await insertVendors(client, now)
  await insertPlaces(client)
  await insertProducts(client, now)
  const scenarios = [
    ...cartScenarios({ checkouts, orders: bulkOrders }, { now, numbers }),
    ...buyScenarios(buys, { now, numbers }),
  ]
  await seedHistory(client, scenarios)
  await assignDeliveries(client)
  await insertAddresses(client)
  const handedOver = await seedHandOvers(client, [...orders, ...bulkOrders])
  await suspendVendors(client)
  await backdateMoves(client, [...openings, ...scenarioDates(scenarios), ...handedOver])
  await setStock(client, productRows(now, runningShareDays(buys)))
  await backdateBuys(client, buys)
  await insertRows(client, 'public.reviews', reviewRows(orders, bulkOrders))
  await client.query(
    "select setval('public.order_numbers', greatest(last_value, (select max(no) from unnest($1::bigint[]) as no))) from public.order_numbers",
    [[...numbers.values()]],
  )
  await postJournals(client, [...orders, ...bulkOrders], now)
  await backdateMoves(client, await seedPayouts(client, now))
  await replyToReviews(client)
  await backdateMoves(client, await insertClaims(client, [...orders, ...bulkOrders], now))
  await client.query('select public.recompute_vendor_metrics()')
  await seedPacking(client, now)
  await backdateMoves(client, await seedDeliveryRun(client, now))
  await seedStoredOrders(client, now)
  await sellByWeight(client)
  await backdateMoves(client, await repeatBuys(client, now))

  await insertContent(client, buys, now)
  await insertConversations(client, buys, now)
  await insertContacts(client, now)
  await insertRows(client, 'public.product_questions', questionRows(people, now))
  await insertAudit(client, people, now)
  await insertWelcomeMails(client, people, siteUrl)
}

const SEEDING_STOCK = 500_000

/**
 * Inserts products with enough stock for all past buys and carts, and with a sharing day so that buys can open. The day
 * is after the real time, which the guards compare with, whatever `now` is.
 */
async function insertProducts(client: pg.ClientBase, now: Date): Promise<void> {
  const sharing = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10)
  const stocked = { available_quantity: SEEDING_STOCK, share_date: sharing }
  await insertRows(
    client,
    'public.products',
    productRows(now, new Map()).map((row) => ({ ...row, ...stocked })),
  )
}

/** Sets the current stock and sharing days. */
async function setStock(client: pg.ClientBase, products: readonly SeedRow[]): Promise<void> {
  await client.query(
    `update public.products p set available_quantity = s.available_quantity, share_date = s.share_date
     from jsonb_populate_recordset(null::public.products, $1::jsonb) s where p.id = s.id`,
    [JSON.stringify(products)],
  )
}

/** Sharing days of running buys by key of the product. */
function runningShareDays(buys: readonly Buy[]): Map<string, string> {
  const open = buys.filter(({ stage }) => stage === 'active' || stage === 'draft')
  return new Map(open.map(({ food, shareDay }) => [food.key, shareDay]))
}
