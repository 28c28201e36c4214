import type pg from 'pg'
import { leastKobo } from '#domain/money.ts'
import { rewardJournal, takeBackJournal } from '#domain/payments/rewarding.ts'
import { type NoReward, type RewardFacts, whyNoReward } from '#domain/rewards/earning.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '../clock/move-group-buys.ts'
import { postAll } from './post.ts'
import { tellReferrers } from './tell-referrers.ts'

const BATCH = 200

/** The reward of the goods that were not given back; the order's row is locked where it is read, because a part may just go back. */
const REWARD_LEFT = 'o.referral_kobo - div(o.referral_kobo * o.goods_back_kobo::numeric, o.total_amount * 100)::bigint'

/**
 * Decides about the reward of every settled order, and of every order from the cart that is final, once, long before the 48 hours are
 * over: it is credited, or refused with its reason (domain/rewards/earning.ts).
 */
export async function creditRewards(database: Database, siteUrl: string): Promise<void> {
  let decided = BATCH
  while (decided === BATCH) decided = await database.as(CLOCK, (tx) => creditBatch(tx, siteUrl))
}

async function creditBatch(tx: pg.PoolClient, siteUrl: string): Promise<number> {
  await priceFinalCartOrders(tx)
  const { rows } = await tx.query<Row>(
    `select o.id, r.referrer_id, ${REWARD_LEFT} as amount, o.user_id = r.referrer_id as "isOwnOrder", p.referral_code is not null as "isEnrolled",
       public.is_behind_shop(r.referrer_id, o.vendor_id) or public.is_behind_shop(o.user_id, o.vendor_id) as "isBehindShop",
       public.is_referred_through(r.referrer_id, o.user_id) as "isRing", public.are_one_person(r.referrer_id, o.user_id) as "isOnePerson"
     from public.orders o join public.referrals r on r.referred_id = o.user_id join public.profiles p on p.id = r.referrer_id
     where (o.settled_at is not null or o.group_buy_id is null) and o.referral_kobo > 0 and ${REWARD_LEFT} > 0 and o.is_paid
       and not exists (select from public.reward_refusals x where x.order_id = o.id)
       and not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
     order by coalesce(o.settled_at, o.paid_at) limit ${BATCH} for update of r, o skip locked`,
  )
  // Whoever leaves at this moment waits, and then takes back what is credited here; two clocks pay off no debt twice.
  await lockPurses(
    tx,
    rows.map(({ referrer_id }) => referrer_id),
  )
  const open = await stillOpen(tx, rows)
  const decided = open.map((row) => ({ ...row, reason: whyNoReward(row) }))
  await refuse(
    tx,
    decided.filter(({ reason }) => reason !== null),
  )
  const earned = decided.filter(({ reason }) => reason === null)
  await credit(tx, earned)
  await tellReferrers(tx, { mail: 'reward-credited', rewards: earned, siteUrl })
  return rows.length
}

/** Those that nobody has decided meanwhile: a clock that had looked before another was done finds the rows unlocked again. */
async function stillOpen(tx: pg.PoolClient, rows: readonly Row[]): Promise<Row[]> {
  const { rows: open } = await tx.query<{ id: string }>(
    `select o.id from unnest($1::uuid[]) as o (id) where not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
       and not exists (select from public.reward_refusals x where x.order_id = o.id)`,
    [rows.map(({ id }) => id)],
  )
  const ids = new Set(open.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

/**
 * What an order from the cart earns is written once it can no longer be cancelled, as settlement writes it for an order of a buy. Whoever
 * cancels at this moment has the row, and the order is left alone.
 */
async function priceFinalCartOrders(tx: pg.PoolClient): Promise<void> {
  await tx.query(
    // Referred people first: when an order is final is looked up for those few alone, not for every order from a cart.
    `with referred as materialized (
       select o.id from public.referrals r join public.orders o on o.user_id = r.referred_id
       where o.group_buy_id is null and o.is_paid and o.referral_kobo = 0
         and div(o.total_amount * 100 * o.referral_bps, 10000) > 0 and o.goods_back_kobo < o.total_amount * 100
     ), final as materialized (
       select id from referred where public.cart_order_final_at(id) <= clock_timestamp() limit ${BATCH}
     )
     update public.orders set referral_kobo = div(total_amount * 100 * referral_bps, 10000)::bigint where id in (
       select o.id from public.orders o where o.id in (select id from final) and o.referral_kobo = 0
         and o.goods_back_kobo < o.total_amount * 100 for update skip locked)`,
  )
}

interface Row extends RewardFacts {
  id: string
  referrer_id: string
  amount: bigint
}

type Decided = Row & { reason: NoReward | null }

async function refuse(tx: pg.PoolClient, refused: readonly Decided[]): Promise<void> {
  await tx.query(
    `insert into public.reward_refusals (order_id, referrer_id, reason)
     select w.order_id, w.referrer_id, w.reason from unnest($1::uuid[], $2::uuid[], $3::text[]) as w (order_id, referrer_id, reason) on conflict do nothing`,
    [refused.map(({ id }) => id), refused.map(({ referrer_id }) => referrer_id), refused.map(({ reason }) => reason)],
  )
}

async function credit(tx: pg.PoolClient, earned: readonly Decided[]): Promise<void> {
  const owed = new Map<string, bigint>()
  const journals = []
  for (const { id, referrer_id, amount } of earned) {
    const debt = owed.get(referrer_id) ?? (await owedBy(tx, referrer_id))
    journals.push(rewardJournal({ orderId: id, referrerId: referrer_id, amountKobo: amount, owedKobo: debt }))
    owed.set(referrer_id, debt - leastKobo(debt, amount))
  }
  await postAll(tx, journals)
  await tx.query(
    `update public.referrals r set settled_at = clock_timestamp() from public.orders o
     where r.referred_id = o.user_id and r.settled_at is null and o.id = any ($1::uuid[])`,
    [earned.map(({ id }) => id)],
  )
}

async function lockPurses(tx: pg.ClientBase, referrerIds: readonly string[]): Promise<void> {
  await tx.query(
    `select ledger.locked_balance_kobo('peps', r.id) from (select distinct id from unnest($1::uuid[]) as id order by id) r`,
    [referrerIds],
  )
}

/** What a referrer still owes for rewards that were spent before their orders were refunded. */
async function owedBy(tx: pg.PoolClient, referrerId: string): Promise<bigint> {
  const { rows } = await tx.query<{ kobo: bigint | null }>(`select -ledger.balance_kobo('clawback', $1) as kobo`, [
    referrerId,
  ])
  return rows[0]?.kobo ?? 0n
}

/** An order that is refunded in whole takes its reward with it: from the balance, and what is not there from the next rewards. */
export async function takeBackRewards(
  tx: pg.PoolClient,
  { orderIds, siteUrl }: { orderIds: readonly string[]; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string; referrer_id: string; amount: bigint; balance: bigint | null }>(
    // What the referrer spends at this moment is spent before or after: the balance is locked where it is read.
    `select o.id, r.referrer_id, ${REWARD_LEFT} as amount, ledger.locked_balance_kobo('peps', r.referrer_id) as balance
     from public.orders o join public.referrals r on r.referred_id = o.user_id
     where o.id = any ($1::uuid[]) and exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id)) order by r.referrer_id, o.id`,
    [orderIds],
  )
  const left = new Map<string, bigint>()
  const journals = rows.map(({ id, referrer_id, amount, balance }) => {
    const balanceKobo = left.get(referrer_id) ?? balance ?? 0n
    left.set(referrer_id, balanceKobo - leastKobo(amount, balanceKobo))
    return takeBackJournal({ refundId: id, referrerId: referrer_id, amountKobo: amount, balanceKobo })
  })
  await postAll(tx, journals)
  await tellReferrers(tx, { mail: 'reward-taken-back', rewards: rows, siteUrl })
}

interface PartOfReward {
  orderId: string
  returnId: string
  amountKobo: bigint
}

/** What goes with goods that were given back, if the reward had been credited before; returns what was taken. */
export async function takeBackPartOfReward(
  tx: pg.ClientBase,
  { orderId, returnId, amountKobo }: PartOfReward,
): Promise<bigint> {
  // Whoever is being credited for this order is waited for.
  const { rows: locked } = await tx.query<{ id: string }>(
    `select r.referrer_id as id from public.referrals r join public.orders o on o.user_id = r.referred_id where o.id = $1 for update of r`,
    [orderId],
  )
  const referrerId = locked[0]?.id
  if (!referrerId || amountKobo === 0n) return 0n
  const { rows } = await tx.query<{ is_credited: boolean; balance: bigint | null }>(
    `select exists (select from ledger.journals where id = ledger.id_of('reward:' || $1::uuid)) as is_credited, ledger.locked_balance_kobo('peps', $2) as balance`,
    [orderId, referrerId],
  )
  if (!rows[0]?.is_credited) return 0n
  await postAll(tx, [
    takeBackJournal({ refundId: returnId, referrerId, amountKobo, balanceKobo: rows[0].balance ?? 0n }),
  ])
  return amountKobo
}
