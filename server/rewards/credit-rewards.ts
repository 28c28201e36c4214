import type pg from 'pg'
import { minKobo } from '#domain/money.ts'
import { rewardJournal, takeBackJournal } from '#domain/payments/rewarding.ts'
import { type NoRewardReason, noRewardReason, type RewardFacts } from '#domain/rewards/earning.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { postAll } from '#server/ledger/post.ts'
import { notifyReferrers } from './notify-referrers.ts'

const BATCH_SIZE = 200

/**
 * The reward for goods that were not refunded. The order's row must be locked: a partial refund may run at the same
 * time.
 */
const REWARD_LEFT =
  'o.referral_kobo - div(o.referral_kobo * o.returned_goods_kobo::numeric, o.total_amount * 100)::bigint'

/**
 * Decides once on the referral reward of every settled order and of every final order from the cart, long before the 48
 * hours are over: it is credited, or refused with a reason (domain/rewards/earning.ts).
 */
export async function creditRewards(database: Database, siteUrl: string): Promise<void> {
  let decided = BATCH_SIZE
  while (decided === BATCH_SIZE) decided = await database.as(CLOCK, (tx) => creditBatch(tx, siteUrl))
}

async function creditBatch(tx: pg.PoolClient, siteUrl: string): Promise<number> {
  await priceFinalCartOrders(tx)
  const { rows } = await tx.query<RewardRow>(
    `select o.id, r.referrer_id, ${REWARD_LEFT} as amount, o.user_id = r.referrer_id as "isOwnOrder", p.referral_code is not null as "isEnrolled",
       public.is_behind_shop(r.referrer_id, o.vendor_id) or public.is_behind_shop(o.user_id, o.vendor_id) as "isBehindShop",
       public.is_referred_through(r.referrer_id, o.user_id) as "isRing", public.are_one_person(r.referrer_id, o.user_id) as "isOnePerson"
     from public.orders o join public.referrals r on r.referred_id = o.user_id join public.profiles p on p.id = r.referrer_id
     where (o.settled_at is not null or o.group_buy_id is null) and o.referral_kobo > 0 and ${REWARD_LEFT} > 0 and o.is_paid
       and not exists (select from public.reward_refusals x where x.order_id = o.id)
       and not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
     order by coalesce(o.settled_at, o.paid_at) limit ${BATCH_SIZE} for update of r, o skip locked`,
  )
  // A buyer who leaves at the same time waits, and then claws back what is credited here; two jobs never pay off the
  // same debt.
  await lockPepsAccounts(
    tx,
    rows.map(({ referrer_id }) => referrer_id),
  )
  const open = await filterUndecided(tx, rows)
  const decided = open.map((row) => ({ ...row, reason: noRewardReason(row) }))
  await recordRefusals(
    tx,
    decided.filter(({ reason }) => reason !== null),
  )
  const earned = decided.filter(({ reason }) => reason === null)
  await credit(tx, earned)
  await notifyReferrers(tx, { mail: 'reward-credited', rewards: earned, siteUrl })
  return rows.length
}

/**
 * Filters out rows that another job has decided meanwhile: a query that ran before the other job committed finds the
 * rows unlocked.
 */
async function filterUndecided(tx: pg.PoolClient, rows: readonly RewardRow[]): Promise<RewardRow[]> {
  const { rows: open } = await tx.query<{ id: string }>(
    `select o.id from unnest($1::uuid[]) as o (id) where not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
       and not exists (select from public.reward_refusals x where x.order_id = o.id)`,
    [rows.map(({ id }) => id)],
  )
  const ids = new Set(open.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

/**
 * Sets the reward of orders from the cart once they can no longer be cancelled, as settlement does for orders of a buy.
 * An order that is being cancelled at the same time is locked and skipped.
 */
async function priceFinalCartOrders(tx: pg.PoolClient): Promise<void> {
  await tx.query(
    // Starts from referred people: whether an order is final is computed for those few only, not for every order from a
    // cart.
    `with referred as materialized (
       select o.id from public.referrals r join public.orders o on o.user_id = r.referred_id
       where o.group_buy_id is null and o.is_paid and o.referral_kobo = 0
         and div(o.total_amount * 100 * o.referral_bps, 10000) > 0 and o.returned_goods_kobo < o.total_amount * 100
     ), final as materialized (
       select id from referred where public.cart_order_final_at(id) <= clock_timestamp() limit ${BATCH_SIZE}
     )
     update public.orders set referral_kobo = div(total_amount * 100 * referral_bps, 10000)::bigint where id = any (array(
       select o.id from public.orders o where o.id = any (array(select id from final)) and o.referral_kobo = 0
         and o.returned_goods_kobo < o.total_amount * 100 for update skip locked))`,
  )
}

interface RewardRow extends RewardFacts {
  id: string
  referrer_id: string
  amount: bigint
}

type RewardDecision = RewardRow & { reason: NoRewardReason | null }

async function recordRefusals(tx: pg.PoolClient, refused: readonly RewardDecision[]): Promise<void> {
  await tx.query(
    `insert into public.reward_refusals (order_id, referrer_id, reason)
     select w.order_id, w.referrer_id, w.reason from unnest($1::uuid[], $2::uuid[], $3::text[]) as w (order_id, referrer_id, reason) on conflict do nothing`,
    [refused.map(({ id }) => id), refused.map(({ referrer_id }) => referrer_id), refused.map(({ reason }) => reason)],
  )
}

async function credit(tx: pg.PoolClient, earned: readonly RewardDecision[]): Promise<void> {
  const owed = new Map<string, bigint>()
  const journals = []
  for (const { id, referrer_id, amount } of earned) {
    const debt = owed.get(referrer_id) ?? (await readDebtKobo(tx, referrer_id))
    journals.push(rewardJournal({ orderId: id, referrerId: referrer_id, amountKobo: amount, owedKobo: debt }))
    owed.set(referrer_id, debt - minKobo(debt, amount))
  }
  await postAll(tx, journals)
  await tx.query(
    `update public.referrals r set settled_at = clock_timestamp() from public.orders o
     where r.referred_id = o.user_id and r.settled_at is null and o.id = any ($1::uuid[])`,
    [earned.map(({ id }) => id)],
  )
}

async function lockPepsAccounts(tx: pg.ClientBase, referrerIds: readonly string[]): Promise<void> {
  await tx.query(
    `select ledger.locked_balance_kobo('peps', r.id) from (select distinct id from unnest($1::uuid[]) as id order by id) r`,
    [referrerIds],
  )
}

/** Returns what a referrer still owes for rewards that were spent before the orders were refunded. */
async function readDebtKobo(tx: pg.PoolClient, referrerId: string): Promise<bigint> {
  const { rows } = await tx.query<{ kobo: bigint | null }>(`select -ledger.balance_kobo('clawback', $1) as kobo`, [
    referrerId,
  ])
  return rows[0]?.kobo ?? 0n
}

/** Takes back the rewards of fully refunded orders: from the balance, and any remainder from later rewards. */
export async function clawBackRewards(
  tx: pg.PoolClient,
  { orderIds, siteUrl }: { orderIds: readonly string[]; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string; referrer_id: string; amount: bigint; balance: bigint | null }>(
    // The balance is read under its lock, so that concurrent spending comes before or after.
    `select o.id, r.referrer_id, ${REWARD_LEFT} as amount, ledger.locked_balance_kobo('peps', r.referrer_id) as balance
     from public.orders o join public.referrals r on r.referred_id = o.user_id
     where o.id = any ($1::uuid[]) and exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id)) order by r.referrer_id, o.id`,
    [orderIds],
  )
  const left = new Map<string, bigint>()
  const journals = rows.map(({ id, referrer_id, amount, balance }) => {
    const balanceKobo = left.get(referrer_id) ?? balance ?? 0n
    left.set(referrer_id, balanceKobo - minKobo(amount, balanceKobo))
    return takeBackJournal({ refundId: id, referrerId: referrer_id, amountKobo: amount, balanceKobo })
  })
  await postAll(tx, journals)
  await notifyReferrers(tx, { mail: 'reward-reversed', rewards: rows, siteUrl })
}

interface RewardClawback {
  orderId: string
  partialRefundId: string
  amountKobo: bigint
}

/**
 * Takes back the part of a credited reward that belongs to refunded goods. Returns the amount taken; 0 if the reward
 * was not credited.
 */
export async function clawBackPartOfReward(
  tx: pg.ClientBase,
  { orderId, partialRefundId, amountKobo }: RewardClawback,
): Promise<bigint> {
  // Waits for a concurrent credit of this order.
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
    takeBackJournal({ refundId: partialRefundId, referrerId, amountKobo, balanceKobo: rows[0].balance ?? 0n }),
  ])
  return amountKobo
}
