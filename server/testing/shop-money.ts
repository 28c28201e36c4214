import type { TestMarket } from './market.ts'

type Market = Pick<TestMarket, 'db' | 'row'>

/** A session in which the person has just given their password. */
export async function provenSession(market: Market, person: string): Promise<string> {
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

/** Banks of the local gateway's list. */
export async function listPlayBank({ db }: Market): Promise<void> {
  await db.owner.query(
    `insert into public.banks (code, name) values ('999992', 'OPay'), ('058', 'Guaranty Trust Bank') on conflict do nothing`,
  )
}

/** An account of a shop that has stood for so many hours. Its number may end in 8: payouts to it fail. */
export async function standingAccount(
  { row }: Market,
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

/** So much of a handed-over order is the shop's to take out. */
export async function earn({ db }: Market, vendorId: string, amountKobo: bigint): Promise<void> {
  const order = crypto.randomUUID()
  const lines = [
    { kind: 'payment', credit: order, amount_kobo: String(amountKobo) },
    { kind: 'vendor_earned', debit: order, credit: vendorId, amount_kobo: String(amountKobo) },
  ]
  await db.owner.query('select ledger.post($1, $2)', [`earned:${order}`, JSON.stringify(lines)])
}
