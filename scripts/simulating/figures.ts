import type { GatewayTrouble, TroubleKind } from './faulty-gateway.ts'
import type { SimulatedMarket } from './open-market.ts'

/** Amounts in kobo; days in Lagos time. */
export interface MonthFigures {
  days: DayFigures[]
  sums: MonthSums
  buys: { end: string; buys: number }[]
  orders: { status: string; orders: number }[]
  refunds: { reason: string; status: string; refunds: number; kobo: number }[]
  oddPayments: { trouble: string; payments: number; kobo: number }[]
  troubles: { kind: TroubleKind; times: number; ends: Record<string, number> }[]
}

interface DayFigures {
  day: string
  inKobo: number
  outKobo: number
  heldKobo: number
  feesKobo: number
  pepsReturnedKobo: number
  pepsSpentKobo: number
  rewardsKobo: number
  refunds: number
}

export interface MonthSums {
  ledgerInKobo: number
  ledgerOutKobo: number
  gatewayInKobo: number
  gatewayOutKobo: number
  /** Balances of the ledger by kind of account. */
  held: { escrow: number; refund_due: number; unapplied: number; vendor: number; peps: number; fees: number }
  /** Rewards that the market has credited as PEPS. */
  rewardsKobo: number
  refundsOpenKobo: number
  /** Payments reversed by payers' banks. */
  reversedKobo: number
  /** Paid at the gateway and unknown to the market. */
  unheardKobo: number
}

export async function readFigures({ owner, troubles }: SimulatedMarket): Promise<MonthFigures> {
  const rowsOf = async <T extends object>(sql: string) => (await owner.query(sql)).rows.map(toNumbers) as T[]
  const days = await rowsOf<Omit<DayFigures, 'heldKobo'>>(DAYS)
  let heldKobo = 0
  const [sums] = await rowsOf<Omit<MonthSums, 'held'> & MonthSums['held']>(SUMS)
  if (!sums) throw new Error('There is no ledger')
  const { escrow, refund_due, unapplied, vendor, peps, fees, ...rest } = sums
  return {
    days: days.map((day) => {
      heldKobo += day.inKobo - day.outKobo
      return { ...day, heldKobo }
    }),
    sums: { ...rest, held: { escrow, refund_due, unapplied, vendor, peps, fees } },
    buys: await rowsOf(BUYS),
    orders: await rowsOf('select status, count(*) as orders from public.orders group by 1 order by 2 desc, 1'),
    refunds: await rowsOf(
      'select reason, status, count(*) as refunds, sum(amount_kobo) as kobo from public.refunds group by 1, 2 order by 1, 2',
    ),
    oddPayments: await rowsOf(
      `select trouble, count(*) as payments, sum(coalesce(received_kobo, 0)) as kobo from public.payments where trouble is not null group by 1 order by 1`,
    ),
    troubles: await troubleOutcomes(troubles, rowsOf),
  }
}

/** Converts counts and sums, which are far below 2^53. */
function toNumbers(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => {
    const isNumber = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value))
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

/** Occurrences of each kind of trouble, and the outcomes of the payments concerned. */
async function troubleOutcomes(
  troubles: readonly GatewayTrouble[],
  rowsOf: <T extends object>(sql: string) => Promise<T[]>,
) {
  const payments = await rowsOf<{ reference: string; end: string }>(`select p.reference,
    case when bool_or(f.status <> 'processed') then 'refund under way' when bool_or(f.id is not null) then 'paid, and refunded'
      when p.status = 'succeeded' then 'paid' when p.status in ('initiated', 'pending') then 'not paid so far' else 'never paid' end as end
    from public.payments p left join public.refunds f on f.payment_id = p.id group by p.reference, p.status`)
  const ends = new Map(payments.map(({ reference, end }) => [reference, end]))
  const kinds = new Map<TroubleKind, { times: number; ends: Record<string, number> }>()
  for (const { kind, reference } of troubles) {
    const found = kinds.get(kind) ?? { times: 0, ends: {} }
    const end = (reference && ends.get(reference)) ?? 'no payment of its own'
    found.times += 1
    found.ends[end] = (found.ends[end] ?? 0) + 1
    kinds.set(kind, found)
  }
  return [...kinds].map(([kind, found]) => ({ kind, ...found })).sort((a, b) => b.times - a.times)
}

const sumOfKinds = (kinds: string) =>
  `coalesce(sum(t.amount_kobo) filter (where t.kind in (${kinds}) and t.phase in ('posted', 'captured')), 0)`

const DAYS = `
with days as (
  select d::date as day from generate_series((select min(created_at at time zone 'Africa/Lagos')::date from public.group_buys),
    (now() at time zone 'Africa/Lagos')::date, interval '1 day') d
)
select d.day::text as day, ${sumOfKinds(`'payment', 'contribution', 'stray_payment'`)} as "inKobo", ${sumOfKinds(`'return_sent'`)} as "outKobo",
  ${sumOfKinds(`'returned_as_peps'`)} as "pepsReturnedKobo", ${sumOfKinds(`'peps_spent'`)} as "pepsSpentKobo", ${sumOfKinds(`'referral_reward'`)} as "rewardsKobo",
  (select coalesce(sum(o.fee_kobo), 0) from public.orders o where (o.settled_at at time zone 'Africa/Lagos')::date = d.day) as "feesKobo",
  (select count(*) from public.refunds f where (f.created_at at time zone 'Africa/Lagos')::date = d.day) as refunds
from days d left join ledger.transfers t on (t.posted_at at time zone 'Africa/Lagos')::date = d.day group by d.day order by d.day`

const balanceOfKinds = (kinds: string) =>
  `(select coalesce(sum(case when t.credit_kind in (${kinds}) then t.amount_kobo else 0 end) - sum(case when t.debit_kind in (${kinds}) then t.amount_kobo else 0 end), 0)
    from ledger.transfers t where t.phase in ('posted', 'captured'))`

const SUMS = `
select (select ${sumOfKinds(`'payment', 'contribution', 'stray_payment'`)} from ledger.transfers t) as "ledgerInKobo",
  (select ${sumOfKinds(`'return_sent'`)} from ledger.transfers t) as "ledgerOutKobo",
  (select coalesce(sum(paid_kobo), 0) from local_gateway.payments where status in ('success', 'reversed')) as "gatewayInKobo",
  (select coalesce(sum(amount_kobo), 0) from local_gateway.refunds where status = 'processed') as "gatewayOutKobo",
  ${balanceOfKinds(`'escrow'`)} as escrow, ${balanceOfKinds(`'refund_due'`)} as refund_due, ${balanceOfKinds(`'unapplied'`)} as unapplied,
  ${balanceOfKinds(`'vendor', 'payout_out'`)} as vendor, ${balanceOfKinds(`'peps'`)} as peps,
  ${balanceOfKinds(`'buyer_fee', 'vendor_fee', 'delivery'`)} as fees, -${balanceOfKinds(`'referral_cost', 'clawback'`)} as "rewardsKobo",
  (select coalesce(sum(amount_kobo), 0) from public.refunds where status <> 'processed') as "refundsOpenKobo",
  (select coalesce(sum(paid_kobo), 0) from local_gateway.payments where status = 'reversed') as "reversedKobo",
  (select coalesce(sum(g.paid_kobo), 0) from local_gateway.payments g where g.status in ('success', 'reversed')
    and not exists (select from public.payments p where p.reference = g.reference and p.status in ('succeeded', 'reversed'))) as "unheardKobo"`

const BUYS = `
select case when status in ('confirmed', 'ready', 'completed') and honoured_at is not null then 'settled, honoured by the vendor'
    when status in ('confirmed', 'ready', 'completed') and extended_at is not null then 'settled after an extension'
    when status in ('confirmed', 'ready', 'completed') then 'settled' when status = 'failed' and extended_at is not null then 'failed after an extension'
    when status = 'failed' then 'failed' when status = 'cancelled' then 'cancelled by the vendor' else 'still running' end as "end",
  count(*) as buys from public.group_buys group by 1 order by 2 desc, 1`
