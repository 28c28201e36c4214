import type { TestMarket } from '../market.ts'

type PayoutMarket = Pick<TestMarket, 'db' | 'row'>

/** Creates a session in which the person has just entered their password. */
export async function createProvenSession(market: PayoutMarket, person: string): Promise<string> {
  const { id } = await market.row<{ id: string }>(
    'with s as (insert into auth.sessions (user_id) values ($1) returning id) select id from s',
    [person],
  )
  await market.db.owner.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'password')`,
    [id],
  )
  return id
}

/** Stores banks of the local gateway. */
export async function addTestBanks({ db }: PayoutMarket): Promise<void> {
  await db.owner.query(
    `insert into public.banks (code, name) values ('999992', 'OPay'), ('058', 'Guaranty Trust Bank') on conflict do nothing`,
  )
}

/** Creates a shop's bank account that was added `hours` ago. Payouts to a number that ends in 8 fail. */
export async function addBankAccount(
  { row }: PayoutMarket,
  vendorId: string,
  { hours = 72, accountNumber = '8031234560' } = {},
): Promise<string> {
  const { id } = await row<{ id: string }>(
    `insert into public.bank_accounts (vendor_id, bank_code, bank_name, account_number, account_name, added_by, since)
     select id, '999992', 'OPay', $2::text, 'TRADER', owner_id, now() - make_interval(hours => $3) from public.vendors where id = $1 returning id`,
    [vendorId, accountNumber, hours],
  )
  return id
}

/** Credits the shop with released earnings of an order. */
export async function creditEarnings({ db }: PayoutMarket, vendorId: string, amountKobo: bigint): Promise<void> {
  const order = crypto.randomUUID()
  const lines = [
    { kind: 'payment', credit: order, amount_kobo: String(amountKobo) },
    { kind: 'vendor_earned', debit: order, credit: vendorId, amount_kobo: String(amountKobo) },
  ]
  await db.owner.query('select ledger.post($1, $2)', [`earned:${order}`, JSON.stringify(lines)])
}
