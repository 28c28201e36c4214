import type pg from 'pg'
import type { ShopToPayOut } from '#domain/payouts/requesting.ts'

export interface LockedShop extends ShopToPayOut {
  vendorId: string
  ownerId: string
  shopName: string
  email: string | null
  /** A chief has stopped its payouts; `isHeld` also counts a suspended owner. */
  isStopped: boolean
  /** Its current bank account. */
  account: { id: string; bankCode: string; bankName: string; accountNumber: string; lastFour: string } | null
  isOneOnItsWay: boolean
}

interface ShopRow {
  vendor_id: string
  owner_id: string
  shop_name: string
  email: string | null
  shop_status: string
  owner_role: string
  is_stopped: boolean
  is_owner_suspended: boolean
  are_paused: boolean
  account_id: string | null
  bank_code: string | null
  bank_name: string | null
  account_number: string | null
  last_four: string | null
  account_since: Date | null
  is_one_on_its_way: boolean
  balance_kobo: bigint
  disputed_kobo: bigint
  least_naira: number
  now: Date
}

/**
 * Locks a shop and reads everything that its payouts depend on. The lock serializes payouts of the shop, changes of its
 * account and its closing. Undefined if there is no such shop.
 */
export async function lockShop(
  tx: pg.ClientBase,
  { ownerId = null, vendorId = null }: { ownerId?: string | null; vendorId?: string | null },
): Promise<LockedShop | undefined> {
  const { rows: locked } = await tx.query<{ id: string }>(
    'select id from public.vendors where ($1::uuid is null or owner_id = $1) and ($2::uuid is null or id = $2) and coalesce($1, $2) is not null for no key update',
    [ownerId, vendorId],
  )
  // A separate statement: only it sees what another transaction has written during the wait for the lock.
  const { rows } = await tx.query<ShopRow>(
    `select v.id as vendor_id, v.owner_id, v.business_name as shop_name, rights.email_of(v.owner_id) as email, v.status as shop_status, p.role as owner_role,
       t.held_at is not null as is_stopped, rights.is_suspended(v.owner_id) as is_owner_suspended, public.is_paused('payouts') as are_paused, a.id as account_id, a.bank_code, a.bank_name, a.account_number, a.last_four,
       a.since as account_since, exists (select from public.payouts o where o.vendor_id = v.id and o.weekly_for is null
         and o.status in ('requested', 'sent', 'needs_attention')) as is_one_on_its_way,
       coalesce(ledger.balance_kobo('vendor', v.id), 0) as balance_kobo, ledger.disputed_kobo(v.id) as disputed_kobo,
       public.whole_setting('payout_least_naira') as least_naira, clock_timestamp() as now
     from public.vendors v join public.profiles p on p.id = v.owner_id
     left join public.payout_terms t on t.vendor_id = v.id
     left join public.bank_accounts a on a.vendor_id = v.id and a.ended_at is null
     where v.id = $1`,
    [locked[0]?.id ?? null],
  )
  return rows[0] && toLockedShop(rows[0])
}

function toLockedShop(row: ShopRow): LockedShop {
  const { account_id: id, bank_code, bank_name, account_number, last_four } = row
  const [bankCode, bankName, accountNumber, lastFour] = [bank_code, bank_name, account_number, last_four].map(
    (text) => text ?? '',
  ) as [string, string, string, string]
  return {
    vendorId: row.vendor_id,
    ownerId: row.owner_id,
    shopName: row.shop_name,
    email: row.email,
    shopStatus: row.shop_status,
    ownerRole: row.owner_role,
    isStopped: row.is_stopped,
    isHeld: row.is_stopped || row.is_owner_suspended,
    arePaused: row.are_paused,
    now: row.now,
    accountSince: row.account_since,
    isOneOnItsWay: row.is_one_on_its_way,
    account: id === null ? null : { id, bankCode, bankName, accountNumber, lastFour },
    balanceKobo: row.balance_kobo,
    disputedKobo: row.disputed_kobo,
    leastKobo: BigInt(row.least_naira) * 100n,
  }
}
