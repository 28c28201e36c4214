import type pg from 'pg'
import type { Cause } from '#domain/moves.ts'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import { lastPayDay } from '#domain/payouts/pay-days.ts'
import { demoId } from '../ids.ts'
import { after, DAY, earlier, lagosTime } from '../lagos-time.ts'
import { type DatedMove, insertRows, setCause } from '../rows.ts'
import { VENDORS, type Vendor } from '../vendors.ts'

/** Shops with payouts. The last digit of an account number determines how the local gateway responds. */
const PAYOUT_PLANS: Readonly<Record<string, { weekly: boolean; outcome: 'arrived' | 'failed'; account: string }>> = {
  sade: { weekly: true, outcome: 'arrived', account: '8035550101' },
  bodija: { weekly: true, outcome: 'arrived', account: '8025550104' },
  mileone: { weekly: true, outcome: 'arrived', account: '8035550106' },
  dawanau: { weekly: false, outcome: 'arrived', account: '8065550105' },
  wuse: { weekly: false, outcome: 'failed', account: '8125550108' },
  bukuru: { weekly: false, outcome: 'arrived', account: '7015550111' },
}

interface SeededPayout {
  id: string
  vendor: Vendor
  amountKobo: bigint
  at: Date
  payDay: string
  outcome: 'arrived' | 'failed'
}

/**
 * Pays shops out of what they had earned by then, through the same tables, guards and journals as real payouts. Returns
 * the moves to backdate.
 */
export async function seedPayouts(client: pg.ClientBase, now: Date): Promise<DatedMove[]> {
  const paid = VENDORS.filter(({ key, status }) => status === 'active' && key in PAYOUT_PLANS)
  const accounts = await openBankAccounts(client, paid, now)
  const payouts = paid.flatMap((vendor) => planPayouts(vendor, accounts.get(vendor.id) ?? [], now))
  for (const payout of payouts) await payOut(client, payout)
  await client.query(`select set_config('request.jwt.claims', '', true)`)
  await client.query(INSERT_GATEWAY_PAYOUTS)
  return payouts.flatMap(({ id, at, outcome }) => [
    { id, to: 'requested', at },
    { id, to: 'sent', at: after(at, 0.002) },
    { id, to: outcome, at: arrivalTime(at) },
  ])
}

interface Earning {
  at: Date
  kobo: bigint
}

/** Inserts bank accounts and weekly payouts of the shops. Returns each shop's earnings, oldest first. */
async function openBankAccounts(
  client: pg.ClientBase,
  paid: readonly Vendor[],
  now: Date,
): Promise<Map<string, Earning[]>> {
  await insertRows(
    client,
    'public.bank_accounts',
    paid.map((vendor) => ({
      id: accountId(vendor),
      vendor_id: vendor.id,
      bank_code: '999992',
      bank_name: 'OPay',
      account_number: PAYOUT_PLANS[vendor.key]?.account,
      account_name: vendor.ownerName.toUpperCase(),
      added_by: vendor.ownerId,
      since: earlier(after(now, -24 * 150), after(new Date(), -24 * 150)),
    })),
  )
  await insertRows(
    client,
    'public.payout_terms',
    paid
      .filter(({ key }) => PAYOUT_PLANS[key]?.weekly)
      .map(({ id }) => ({ vendor_id: id, weekly_since: after(now, -24 * 149) })),
  )
  const { rows } = await client.query<{ vendor_id: string | null; at: Date; kobo: string }>(
    `select a.owner_id as vendor_id, t.posted_at as at, t.amount_kobo::text as kobo from ledger.transfers t join ledger.accounts a on a.id = t.credit_id
     where a.kind = 'vendor' order by t.posted_at, t.id`,
  )
  return new Map(
    paid.map(({ id }) => [
      id,
      rows.filter((row) => row.vendor_id === id).map(({ at, kobo }) => ({ at: new Date(at), kobo: BigInt(kobo) })),
    ]),
  )
}

const accountId = ({ key }: Vendor) => demoId('bank account', key)

/** Weekly: one for each pay day with a sufficient balance; requested by the vendor: only the newest. */
function planPayouts(vendor: Vendor, earned: readonly Earning[], now: Date): SeededPayout[] {
  const plan = PAYOUT_PLANS[vendor.key]
  const newest = lagosTime(lastPayDay(new Date(now.getTime() - DAY), 5), '06:10')
  const payDays = Array.from({ length: plan?.weekly ? 20 : 1 }, (_, weeks) => after(newest, -24 * 7 * weeks)).reverse()
  let taken = 0n
  return payDays.flatMap((at): SeededPayout[] => {
    const until = earned.filter((one) => one.at < at).reduce((all, { kobo }) => all + kobo, 0n)
    // Requested payouts leave a part of the balance.
    const amountKobo = plan?.weekly ? until - taken : ((until * 3n) / 5n / 100_000n) * 100_000n
    if (!plan || amountKobo < 100_000n) return []
    taken += amountKobo
    const payDay = at.toISOString().slice(0, 10)
    return [{ id: demoId('payout', `${vendor.key} ${payDay}`), vendor, amountKobo, at, payDay, outcome: plan.outcome }]
  })
}

const arrivalTime = (at: Date) => after(at, 0.2)

async function payOut(
  client: pg.ClientBase,
  { id, vendor, amountKobo, at, payDay, outcome }: SeededPayout,
): Promise<void> {
  const isWeekly = PAYOUT_PLANS[vendor.key]?.weekly
  const by = (cause: Cause) => setCause(client, cause)
  const write = async (key: string, when: Date, line: Omit<LedgerLine, 'amountKobo'>) => {
    const lines = journal(`${key}:${id}`, [{ ...line, amountKobo }]).lines.map((one) => ({
      kind: one.kind,
      debit: one.debitOwner,
      credit: one.creditOwner,
      amount_kobo: String(one.amountKobo),
    }))
    await client.query('select ledger.write($1, $2, $3)', [`${key}:${id}`, JSON.stringify(lines), when])
  }
  await by(isWeekly ? 'clock' : 'vendor')
  await insertRows(client, 'public.payouts', [
    {
      id,
      vendor_id: vendor.id,
      bank_account_id: accountId(vendor),
      amount_kobo: String(amountKobo),
      gateway: 'local',
      weekly_for: isWeekly ? payDay : null,
      requested_by: isWeekly ? null : vendor.ownerId,
      status: 'requested',
      created_at: at,
      tries: 1,
      answered_at: arrivalTime(at),
      next_try_at: null,
    },
  ])
  await write('payout', at, { kind: 'payout_begun', debitOwner: vendor.id, creditOwner: id })
  await by('gateway')
  await client.query(`update public.payouts set status = 'sent' where id = $1`, [id])
  await client.query(
    `update public.payouts set status = $2, arrived_at = case when $2 = 'arrived' then $3::timestamptz end where id = $1`,
    [id, outcome, arrivalTime(at)],
  )
  if (outcome === 'arrived') await write('payout-arrived', arrivalTime(at), { kind: 'payout_arrived', debitOwner: id })
  if (outcome === 'failed') {
    await write('payout-failed', arrivalTime(at), { kind: 'payout_failed', debitOwner: id, creditOwner: vendor.id })
  }
}

/** Adds the payouts to the local gateway, so that it can report their state. */
const INSERT_GATEWAY_PAYOUTS = `
  with payees as (
    insert into local_gateway.payees (code, bank_code, account_number, name)
    select 'RCP_' || replace(id::text, '-', ''), bank_code, account_number, account_name from public.bank_accounts on conflict do nothing
    returning code, bank_code, account_number
  )
  insert into local_gateway.payouts (reference, payee_code, amount_kobo, status, created_at)
  select o.reference, y.code, o.amount_kobo, case o.status when 'arrived' then 'success' else 'failed' end, o.created_at
  from public.payouts o join public.bank_accounts a on a.id = o.bank_account_id
  join payees y on (y.bank_code, y.account_number) = (a.bank_code, a.account_number) where o.status in ('arrived', 'failed') on conflict do nothing`
