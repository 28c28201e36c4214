import type pg from 'pg'
import { leastKobo } from '#domain/money.ts'
import { rewardJournal, takeBackJournal } from '#domain/payments/rewarding.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '../clock/move-group-buys.ts'
import { postAll } from './post.ts'

const BATCH = 200

/**
 * Credits the referrer of every settled order, once, long before the 48 hours are over. Whoever has become a vendor since, or
 * sells the order's goods, earns nothing by it.
 */
export async function creditRewards(database: Database): Promise<void> {
  let credited = BATCH
  while (credited === BATCH) credited = await database.as(CLOCK, creditBatch)
}

async function creditBatch(tx: pg.PoolClient): Promise<number> {
  const { rows } = await tx.query<{ id: string; referrer_id: string; amount: bigint }>(
    `select o.id, r.referrer_id, o.referral_kobo as amount from public.orders o join public.referrals r on r.referred_id = o.user_id
       join public.profiles p on p.id = r.referrer_id
     where o.settled_at is not null and o.referral_kobo > 0 and o.is_paid and p.referral_code is not null
       and not exists (select from public.vendors v where v.id = o.vendor_id and v.owner_id = r.referrer_id)
       and not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
     order by o.settled_at limit ${BATCH} for update of r skip locked`,
  )
  const owed = new Map<string, bigint>()
  const journals = []
  for (const { id, referrer_id, amount } of rows) {
    const debt = owed.get(referrer_id) ?? (await owedBy(tx, referrer_id))
    journals.push(rewardJournal({ orderId: id, referrerId: referrer_id, amountKobo: amount, owedKobo: debt }))
    owed.set(referrer_id, debt - leastKobo(debt, amount))
  }
  await postAll(tx, journals)
  await tx.query(
    `update public.referrals r set settled_at = clock_timestamp() from public.orders o
     where r.referred_id = o.user_id and r.settled_at is null and o.id = any ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  )
  return rows.length
}

/** What a referrer still owes for rewards that were spent before their orders were refunded. */
async function owedBy(tx: pg.PoolClient, referrerId: string): Promise<bigint> {
  const { rows } = await tx.query<{ kobo: bigint | null }>(`select -ledger.balance_kobo('clawback', $1) as kobo`, [
    referrerId,
  ])
  return rows[0]?.kobo ?? 0n
}

/** An order that is refunded in whole takes its reward with it: from the balance, and what is not there from the next rewards. */
export async function takeBackRewards(tx: pg.ClientBase, orderIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string; referrer_id: string; amount: bigint; balance: bigint | null }>(
    `select o.id, r.referrer_id, o.referral_kobo as amount, ledger.balance_kobo('peps', r.referrer_id) as balance
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
}
