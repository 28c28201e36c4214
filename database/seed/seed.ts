import pg from 'pg'
import { bulkOrdersOf, checkoutsOf } from './bulk-orders.ts'
import { BUY_PLANS } from './buy-table.ts'
import { insertClaims, replyToReviews } from './claims.ts'
import { insertContent } from './content.ts'
import { deliverToday } from './delivery-runs.ts'
import { productRows } from './foods.ts'
import { buyOf } from './group-buys.ts'
import { handOverPast } from './hand-overs.ts'
import { keepPast } from './kept.ts'
import { DAY } from './lagos-time.ts'
import type { Buy } from './life.ts'
import { insertContacts, insertConversations, numbersOf } from './messages.ts'
import { postPast } from './money.ts'
import { packHalf } from './packing.ts'
import { dateBuys, datePast, datesOfTales } from './past.ts'
import { payOutPast } from './payouts.ts'
import { insertPeople, peopleOf } from './people.ts'
import { deliverPast, insertAddresses, insertPlaces } from './places.ts'
import { questionRows } from './questions.ts'
import { refreshMarket } from './refresh.ts'
import { reviewRows } from './reviews.ts'
import { referralRows, spendPeps } from './rewards.ts'
import { insertRows, type Row } from './rows.ts'
import { insertAudit, insertWelcomeMails } from './staff-records.ts'
import { tellStory } from './story.ts'
import { talesOfBuys, talesOfCarts } from './tales.ts'
import { insertVendors, suspendVendors } from './vendors.ts'

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
    // Everybody knows the passwords: a start in production refuses what bears this mark.
    await client.query("insert into site.marks (name, value) values ('contents', 'demo') on conflict do nothing")
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

/** One writer at a time, as the owner. */
async function inSeedTransaction<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config: pg.ClientConfig & { pipeline: boolean } = { connectionString, pipeline: true }
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('begin')
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

async function writeMarket(client: pg.ClientBase, now: Date, siteUrl: string): Promise<void> {
  const people = peopleOf(now)
  const buys = BUY_PLANS.map((plan) => buyOf(plan, { now, people }))
  const orders = buys.flatMap((buy) => buy.orders)
  const bulkOrders = bulkOrdersOf(now, people)
  const checkouts = checkoutsOf(bulkOrders)
  const numbers = numbersOf([...orders, ...bulkOrders])
  spendPeps(orders, bulkOrders)

  await insertPeople(client, people, now)
  await insertRows(client, 'public.referrals', referralRows(people, [...orders, ...bulkOrders]))
  const openings = await insertVendors(client, now)
  await insertPlaces(client)
  await stockShelves(client, now)
  const tales = [
    ...talesOfCarts({ checkouts, orders: bulkOrders }, { now, numbers }),
    ...talesOfBuys(buys, { now, numbers }),
  ]
  await tellStory(client, tales)
  await deliverPast(client)
  await insertAddresses(client)
  const handedOver = await handOverPast(client, [...orders, ...bulkOrders])
  await suspendVendors(client)
  await datePast(client, [...openings, ...datesOfTales(tales), ...handedOver])
  await restock(client, productRows(now, shareDaysOf(buys)))
  await dateBuys(client, buys)
  await insertRows(client, 'public.reviews', reviewRows(orders, bulkOrders))
  await client.query(
    "select setval('public.order_numbers', greatest(last_value, (select max(no) from unnest($1::bigint[]) as no))) from public.order_numbers",
    [[...numbers.values()]],
  )
  await postPast(client, [...orders, ...bulkOrders], now)
  await datePast(client, await payOutPast(client, now))
  await replyToReviews(client)
  await datePast(client, await insertClaims(client, [...orders, ...bulkOrders], now))
  await client.query('select public.recompute_vendor_metrics()')
  await packHalf(client, now)
  await datePast(client, await deliverToday(client, now))
  await keepPast(client, now)

  await insertContent(client, buys, now)
  await insertConversations(client, buys, now)
  await insertContacts(client, now)
  await insertRows(client, 'public.product_questions', questionRows(people, now))
  await insertAudit(client, people, now)
  await insertWelcomeMails(client, people, siteUrl)
}

const STORY_STOCK = 500_000

/** So much of everything that all buys and carts of the past find their goods, and a sharing day for those that open. */
async function stockShelves(client: pg.ClientBase, now: Date): Promise<void> {
  const sharing = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10)
  const stocked = { available_quantity: STORY_STOCK, share_date: sharing }
  await insertRows(
    client,
    'public.products',
    productRows(now, new Map()).map((row) => ({ ...row, ...stocked })),
  )
}

/** What lies on the shelves today, and when it is shared. */
async function restock(client: pg.ClientBase, products: readonly Row[]): Promise<void> {
  await client.query(
    `update public.products p set available_quantity = s.available_quantity, share_date = s.share_date
     from jsonb_populate_recordset(null::public.products, $1::jsonb) s where p.id = s.id`,
    [JSON.stringify(products)],
  )
}

/** Products share on the day of their running buy. */
function shareDaysOf(buys: readonly Buy[]): Map<string, string> {
  const open = buys.filter(({ stage }) => stage === 'active' || stage === 'draft')
  return new Map(open.map(({ food, shareDay }) => [food.key, shareDay]))
}
