import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from './queue-system-mail.ts'

/** Maximum number of followers per transaction, so that a large shop does not hold locks for long. */
const BATCH_SIZE = 500

interface FollowerDeps {
  database: Database
  siteUrl: string
}

/**
 * Notifies the followers of a buy's product or shop that it is open, once each, in batches. Queued by the trigger
 * `notify_followers`. A run that dies is retried and continues where it stopped (`follower_notifications`). A buy that has
 * closed is skipped.
 */
export async function notifyFollowers({ database, siteUrl }: FollowerDeps, payload: unknown): Promise<void> {
  const { group_buy_id: buyId } = payload as { group_buy_id: string }
  for (;;) {
    const isDone = await database.as(SERVICE, (tx) => notifyBatch(tx, { buyId, siteUrl }))
    if (isDone) return
  }
}

async function notifyBatch(
  tx: pg.PoolClient,
  { buyId, siteUrl }: { buyId: string; siteUrl: string },
): Promise<boolean> {
  const buy = await readOpenBuy(tx, buyId)
  if (!buy) return true
  await tx.query('insert into public.follower_notifications (group_buy_id) values ($1) on conflict do nothing', [buyId])
  // Concurrent runs queue for this lock, and the second continues after the first.
  const { rows } = await tx.query<{ last_notified_id: string | null; done_at: Date | null }>(
    'select last_notified_id, done_at from public.follower_notifications where group_buy_id = $1 for update',
    [buyId],
  )
  const [progress] = rows
  if (!progress || progress.done_at) return true
  const followers = await readFollowers(tx, buy, progress.last_notified_id)
  for (const name of ['product-buy-open', 'shop-buy-open'] as const) {
    const recipients = followers.filter((one) => one.is_recipient && one.by_product === (name === 'product-buy-open'))
    if (recipients.length === 0) continue
    const facts = toFacts(buy)
    await notifyEach(
      tx,
      name,
      recipients.map(({ person, email }) => ({ to: email, person, facts, siteUrl })),
    )
  }
  const isDone = followers.length < BATCH_SIZE
  await tx.query(
    'update public.follower_notifications set last_notified_id = coalesce($2, last_notified_id), done_at = case when $3 then now() end where group_buy_id = $1',
    [buyId, followers.at(-1)?.person ?? null, isDone],
  )
  return isDone
}

interface OpenBuy {
  id: string
  product_id: string
  vendor_id: string
  owner_id: string
  product_name: string
  unit: string
  business_name: string
  base_price: string
  least_price: string
  end_date: Date
}

async function readOpenBuy(tx: pg.PoolClient, id: string): Promise<OpenBuy | undefined> {
  const { rows } = await tx.query<OpenBuy>(
    `select g.id, g.product_id, g.vendor_id, v.owner_id, g.product_name, g.unit, v.business_name, g.base_price, g.end_date,
       least(g.base_price, (select min(price) from unnest(g.tier_prices) price)) as least_price
     from public.group_buys g join public.vendors v on v.id = g.vendor_id
     where g.id = $1 and g.status = 'active' and g.end_date > now() and v.status = 'active'`,
    [id],
  )
  return rows[0]
}

interface Follower {
  person: string
  email: string | null
  /** True also for a follower of both product and shop. */
  by_product: boolean
  /** False for the vendor and for people who cannot sign in. */
  is_recipient: boolean
}

/**
 * Reads the next followers by id, also those who are not notified: fewer than the maximum means that there are no more.
 */
async function readFollowers(tx: pg.PoolClient, buy: OpenBuy, after: string | null): Promise<Follower[]> {
  const { rows } = await tx.query<Follower>(
    `select f.follower_id as person, rights.email_of(f.follower_id) as email, bool_or(f.by_product) as by_product,
       f.follower_id <> $4 and rights.can_sign_in(f.follower_id) as is_recipient
     from (
       (select follower_id, true as by_product from public.follows where product_id = $1 and ($3::uuid is null or follower_id > $3) order by follower_id limit $5)
       union all
       (select follower_id, false from public.follows where vendor_id = $2 and ($3::uuid is null or follower_id > $3) order by follower_id limit $5)
     ) f
     group by f.follower_id order by f.follower_id limit $5`,
    [buy.product_id, buy.vendor_id, after, buy.owner_id, BATCH_SIZE],
  )
  return rows
}

const toFacts = (buy: OpenBuy) => ({
  buyId: buy.id,
  product: buy.product_name,
  unit: buy.unit,
  shop: buy.business_name,
  baseKobo: nairaToKobo(buy.base_price),
  leastKobo: nairaToKobo(buy.least_price),
  endDate: buy.end_date,
})
