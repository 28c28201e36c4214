import type { Api } from '#api/api.ts'
import { addDays, startOfLagosDay } from '#domain/calendar.ts'
import { everyRow } from '#web/every-row.ts'

/** What a shop has, where it is paid out to and how, with its newest payouts. */
export async function readShopMoney(api: Api, shopId: string) {
  const [balance, account, terms, payouts, settings] = await Promise.all([
    api.tables.from('shop_balances').select('*').eq('vendor_id', shopId).maybeSingle(),
    readAccount(api, shopId),
    api.tables.from('payout_terms').select('weekly_since, held_at, hold_reason').eq('vendor_id', shopId).maybeSingle(),
    listPayouts(api, shopId),
    readPayoutSettings(api),
  ])
  const failure = balance.error?.message ?? account.failure ?? terms.error?.message ?? payouts.failure
  return {
    failure,
    balance: balance.data,
    account: account.account,
    terms: terms.data,
    payouts: payouts.rows,
    settings,
  }
}

/** The account in use. */
export async function readAccount(api: Api, shopId: string) {
  const { data, error } = await api.tables
    .from('bank_accounts')
    .select('id, bank_name, last_four, account_name, since')
    .eq('vendor_id', shopId)
    .is('ended_at', null)
    .maybeSingle()
  return { account: data, failure: error?.message ?? null }
}

export type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>['account']>

/** Those that were used before, newest first. */
export async function listFormerAccounts(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('bank_accounts')
    .select('id, bank_name, last_four, since, ended_at')
    .eq('vendor_id', shopId)
    .not('ended_at', 'is', null)
    .order('since', { ascending: false })
    .limit(50)
  return data ?? []
}

export async function listBanks(api: Api) {
  const { data } = await api.tables.from('banks').select('code, name').order('name').limit(1000)
  return data ?? []
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

/** The day of weekly payouts (1 is Monday) and the least amount, as they are in force. */
async function readPayoutSettings(api: Api) {
  const read = async (key: string, otherwise: number) => {
    // The generated types name tables and views alone.
    const { data } = await api.tables.rpc('setting' as never, { setting_key: key } as never, { get: true })
    return typeof data === 'number' ? data : otherwise
  }
  const [weekday, leastNaira] = await Promise.all([read('payout_weekday', 5), read('payout_least_naira', 1000)])
  return { weekday, leastKobo: leastNaira * 100 }
}

/** The movements of a month ('YYYY-MM' in Lagos), oldest first, and the balance before them. */
export async function readStatement(api: Api, { shopId, month }: { shopId: string; month: string }) {
  const from = startOfLagosDay(`${month}-01`).toISOString()
  const until = startOfLagosDay(firstOfNext(month)).toISOString()
  const movements = () => api.tables.from('shop_movements').select('*').eq('vendor_id', shopId)
  const [before, first, { rows, failure }] = await Promise.all([
    movements()
      .lt('posted_at', from)
      .order('posted_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(1),
    movements().order('posted_at').limit(1),
    everyRow((start, end) =>
      movements().gte('posted_at', from).lt('posted_at', until).order('posted_at').order('id').range(start, end),
    ),
  ])
  const openingKobo = before.data?.[0]?.balance_kobo ?? 0
  return {
    failure: before.error?.message ?? failure,
    ...{ month, rows, openingKobo, closingKobo: rows.at(-1)?.balance_kobo ?? openingKobo },
    firstAt: first.data?.[0]?.posted_at ?? null,
  }
}

type Statement = Awaited<ReturnType<typeof readStatement>>
export type Movement = Statement['rows'][number]

const firstOfNext = (month: string): string => `${addDays(`${month}-28`, 7).slice(0, 7)}-01`
