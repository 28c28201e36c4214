import type { Api } from '#api/api.ts'
import { dayAfter, type StatementPeriod } from '#domain/payouts/statement-period.ts'
import { startOfLagosDay } from '#domain/time/calendar.ts'
import { countPages, pageWithin, rowRange } from '#web/list-page.ts'
import { afterRow, ReadFault, readBatches } from '#web/lists/read-all-rows.ts'
import { listWaitingMoney } from './money/queries.ts'

/** A shop's balance, payout account and settings, with its newest payouts. */
export async function readShopMoney(api: Api, shopId: string) {
  const [balance, account, terms, payouts, settings, waiting] = await Promise.all([
    api.tables.from('shop_balances').select('*').eq('vendor_id', shopId).maybeSingle(),
    readAccount(api, shopId),
    api.tables.from('payout_terms').select('weekly_since, held_at, hold_reason').eq('vendor_id', shopId).maybeSingle(),
    listPayouts(api, shopId),
    readPayoutSettings(api),
    listWaitingMoney(api, shopId),
  ])
  const failure =
    balance.error?.message ?? account.failure ?? terms.error?.message ?? payouts.failure ?? waiting.failure
  return {
    failure,
    balance: balance.data,
    account: account.account,
    terms: terms.data,
    payouts: payouts.rows,
    settings,
    waiting: waiting.waiting,
  }
}

/** The current account. */
export async function readAccount(api: Api, shopId: string) {
  const { data, error } = await api.tables
    .from('bank_accounts')
    .select('id, bank_name, last_four, account_name, since')
    .eq('vendor_id', shopId)
    .is('ended_at', null)
    .maybeSingle()
  return { account: data, failure: error?.message ?? null }
}

export type PayoutAccount = NonNullable<Awaited<ReturnType<typeof readAccount>>['account']>

/** Former accounts, newest first. */
export async function listFormerAccounts(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('bank_accounts')
    .select('id, bank_name, last_four, since, ended_at')
    .eq('vendor_id', shopId)
    .not('ended_at', 'is', null)
    .order('since', { ascending: false })
    .limit(50)
    .throwOnError()
  return data
}

export async function listBanks(api: Api) {
  const { data } = await api.tables.from('banks').select('code, name').order('name').limit(1000).throwOnError()
  return data
}

async function listPayouts(api: Api, shopId: string) {
  const { data, error } = await api.tables
    .from('payouts')
    .select(
      'id, amount_kobo, status, trouble, weekly_for, created_at, arrived_at, account:bank_accounts(bank_name, last_four)',
    )
    .eq('vendor_id', shopId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(50)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type OwnPayout = Awaited<ReturnType<typeof listPayouts>>['rows'][number]

/** The day of weekly payouts (1 is Monday) and the minimum amount in force. */
async function readPayoutSettings(api: Api) {
  const read = async (key: string, otherwise: number) => {
    const { data } = await api.tables.rpc('setting', { setting_key: key }, { get: true })
    return typeof data === 'number' ? data : otherwise
  }
  const [weekday, leastNaira, paused] = await Promise.all([
    read('payout_weekday', 5),
    read('payout_least_naira', 1000),
    api.tables.rpc('is_paused', { what: 'payouts' }, { get: true }),
  ])
  return { weekday, leastKobo: leastNaira * 100, arePaused: paused.data === true }
}

/** Totals of the movements in these months, with the balance before and after them. */
export async function readStatement(api: Api, { shopId, period }: { shopId: string; period: StatementPeriod }) {
  const { data, error } = await api.tables.from('shop_money_months').select('*').eq('vendor_id', shopId).order('month')
  const months = data ?? []
  const own = months.filter(({ month }) => month >= `${period.from}-01` && month <= `${period.until}-01`)
  const openingKobo = months.findLast(({ month }) => month < `${period.from}-01`)?.closing_kobo ?? 0
  const sum = (name: 'came_in_kobo' | 'went_out_kobo' | 'fee_kobo' | 'movements') =>
    own.reduce((total, month) => total + month[name], 0)
  return {
    failure: error?.message ?? null,
    period,
    // An account is opened by its first movement: without months there is none.
    accountId: months[0]?.account_id ?? null,
    firstMonth: months[0]?.month.slice(0, 7) ?? null,
    openingKobo,
    closingKobo: own.at(-1)?.closing_kobo ?? openingKobo,
    cameInKobo: sum('came_in_kobo'),
    wentOutKobo: sum('went_out_kobo'),
    feeKobo: sum('fee_kobo'),
    movements: sum('movements'),
  }
}

export type Statement = Awaited<ReturnType<typeof readStatement>>

/**
 * A page of these movements, oldest first, each with the balance after it. A page number past the end returns the
 * last page.
 */
export async function listMovements(api: Api, statement: Statement, requestedPage: number) {
  const page = pageWithin(requestedPage, statement.movements)
  const [from, to] = rowRange(page)
  const ids = await movementsQuery(api, statement, 'id')
    .range(from, to)
    .overrideTypes<{ id: string }[], { merge: false }>()
  const shown = (ids.data ?? []).map(({ id }) => id)
  // The balance is computed per row from the start of its day, so only for the rows of the page.
  const detailed = await movementsQuery(api, statement, MOVEMENT)
    .in('id', shown)
    .overrideTypes<Movement[], { merge: false }>()
  return {
    page,
    list: {
      rows: detailed.data ?? [],
      count: statement.movements,
      pageCount: countPages(statement.movements),
      failure: statement.failure ?? ids.error?.message ?? detailed.error?.message ?? null,
    },
  }
}

/** All movements in batches, each with a running balance. Throws `ReadFault`. */
export async function* readMovementBatches(api: Api, statement: Statement): AsyncGenerator<Movement[]> {
  if (statement.failure) throw new ReadFault(statement.failure)
  let balance = statement.openingKobo
  const batches = readBatches<MovedRow>((last, size) =>
    afterRow(movementsQuery(api, statement, MOVED), { at: 'posted_at', last, size, oldestFirst: true }).overrideTypes<
      MovedRow[],
      { merge: false }
    >(),
  )
  for await (const rows of batches) {
    yield rows.map((row) => {
      balance += row.amount_kobo
      return { ...row, balance_kobo: balance }
    })
  }
}

const MOVED = 'id, posted_at, kind, amount_kobo, order_no, product_name, fee_kobo, reference, last_four'
const MOVEMENT = `${MOVED}, balance_kobo`

interface MovedRow {
  id: string
  posted_at: string
  kind: string
  amount_kobo: number
  order_no: number | null
  product_name: string | null
  fee_kobo: number
  reference: string | null
  last_four: string | null
}

export interface Movement extends MovedRow {
  balance_kobo: number
}

/** The account's movements in these months, oldest first. */
function movementsQuery({ tables }: Api, { accountId, period }: Statement, columns: string) {
  const from = startOfLagosDay(`${period.from}-01`).toISOString()
  const until = startOfLagosDay(dayAfter(period)).toISOString()
  return tables
    .from('shop_movements')
    .select(columns)
    .eq('account_id', accountId ?? NO_ACCOUNT)
    .gte('posted_at', from)
    .lt('posted_at', until)
    .order('posted_at')
    .order('id')
}

const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'
