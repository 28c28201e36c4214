import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import { post } from '#server/ledger/post.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import type { LockedShop } from './lock-shop.ts'

interface NewPayout {
  amountKobo: bigint
  gateway: string
  /** The pay day in Lagos; null for a payout that the vendor requested. */
  weeklyFor: string | null
  siteUrl: string
}

/**
 * Creates a payout and debits the vendor's ledger account, before the gateway is called. A job sends it within seconds.
 * Returns its id.
 */
export async function beginPayout(
  tx: pg.PoolClient,
  shop: LockedShop,
  { amountKobo, gateway, weeklyFor, siteUrl }: NewPayout,
): Promise<string> {
  const { vendorId, ownerId, account, email } = shop
  if (!account) throw new Error('The shop has no bank account')
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for, requested_by)
     values ($1, $2, $3, $4, $5::date, case when $5::date is null then $6::uuid end) returning id`,
    [vendorId, account.id, amountKobo, gateway, weeklyFor, ownerId],
  )
  const id = rows[0]?.id ?? ''
  const line = { kind: 'payout_begun', debitOwner: vendorId, creditOwner: id, amountKobo } as const
  await post(tx, journal(`payout:${id}`, [line]))
  const facts = {
    amountKobo,
    orders: await countPayoutOrders(tx, id),
    bank: account.bankName,
    lastFour: account.lastFour,
  }
  await queueSystemMail(tx, 'payout-started', { to: email, person: ownerId, facts, siteUrl })
  return id
}

/** The number of orders whose earnings a payout holds. */
export async function countPayoutOrders(tx: pg.PoolClient, payoutId: string): Promise<number> {
  const { rows } = await tx.query<{ orders: number }>(
    'select count(*)::integer as orders from public.payout_orders where payout_id = $1',
    [payoutId],
  )
  return rows[0]?.orders ?? 0
}
