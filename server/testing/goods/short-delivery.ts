import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { carryOutShortfalls } from '#server/packing/shortfalls/carry-out-shortfalls.ts'
import type { TestMarket } from '../market.ts'

type MarketDatabase = Pick<TestMarket, 'db'>

/** Runs a statement that bypasses triggers, such as changing dates. */
async function underReplica({ db }: MarketDatabase, sql: string, values: unknown[]): Promise<void> {
  await withoutTriggers(db.owner, (client) => client.query(sql, values))
}

/** Sets the sharing day of a buy, or of an order from the cart, to `inDays` days from today. */
export async function setSharingDay(market: MarketDatabase, id: string, inDays = 0): Promise<void> {
  const today = `(now() at time zone 'Africa/Lagos')::date + ${inDays}`
  await underReplica(market, `update public.group_buys set share_date = ${today} where id = $1`, [id])
  await underReplica(
    market,
    `update public.order_lines set share_date = ${today} where share_date is not null and $1 in (id, order_id)`,
    [id],
  )
}

/** Inserts a photo of goods by this person into the bucket, as the storage would. Returns its path. */
export async function uploadGoodsPhoto({ db }: MarketDatabase, person: string): Promise<string> {
  const name = `${person}/${crypto.randomUUID()}`
  await db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata)
     values ('deliveries', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
    [name, person],
  )
  return name
}

/** Accepts all open shortfalls and carries them out. */
export async function carryOutAllShortfalls(market: MarketDatabase): Promise<void> {
  await underReplica(
    market,
    `update public.shortfalls set status = 'entered', due_at = clock_timestamp() where status in ('waiting', 'entered')`,
    [],
  )
  await carryOutShortfalls(market.db.database, 'https://market.test')
}
