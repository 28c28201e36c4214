import type { Api } from '#api/api.ts'
import type { MoneyPart } from '#domain/payouts/money-parts.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'

export const CUTS = ['buy', 'day'] as const
export type MoneyCut = (typeof CUTS)[number]

/** The shop’s money, over all its orders; null before its first sale. */
export async function readMoneyTotals({ tables }: Api, shopId: string) {
  const { data, error } = await tables
    .from('shop_money')
    .select('*')
    .eq('vendor_id', shopId)
    .eq('cut', 'all')
    .maybeSingle()
  return { totals: data, failure: error?.message ?? null }
}

/** The shop’s money by group buy or by sharing day, the newest day first. */
export async function listMoney(
  { tables }: Api,
  { shopId, cut, page }: { shopId: string; cut: MoneyCut; page: number },
) {
  return listPage(
    await tables
      .from('shop_money')
      .select('*', COUNTED)
      .eq('vendor_id', shopId)
      .eq('cut', cut)
      .order('share_day', { ascending: false })
      .order('group_buy_id')
      .range(...rowRange(page)),
  )
}

export type MoneyRow = Awaited<ReturnType<typeof listMoney>>['rows'][number]

interface PartFilter {
  shopId: string
  part: MoneyPart | ''
  payoutId: string
  page: number
}

/** Orders of one part of the shop's money, or of one payout; what ends its wait first comes first. */
export async function listOrderParts({ tables }: Api, { shopId, part, payoutId, page }: PartFilter) {
  const all = tables.from('shop_order_parts').select('*', COUNTED).eq('vendor_id', shopId)
  const filtered = payoutId === '' ? all.eq('part', part) : all.eq('payout_id', payoutId)
  return listPage(
    await filtered
      .order('at')
      .order('order_id')
      .range(...rowRange(page)),
  )
}

export type OrderPart = Awaited<ReturnType<typeof listOrderParts>>['rows'][number]

/** Money that is in no payout, by what it waits for. */
export async function listWaitingMoney({ tables }: Api, shopId: string) {
  const { data, error } = await tables.from('shop_waiting_money').select('*').eq('vendor_id', shopId)
  return { waiting: data ?? [], failure: error?.message ?? null }
}

export type WaitingMoney = Awaited<ReturnType<typeof listWaitingMoney>>['waiting'][number]

/** A payout of the shop with its account; null for any other id. */
export async function readOwnPayout({ tables }: Api, { shopId, id }: { shopId: string; id: string }) {
  const { data } = await tables
    .from('payouts')
    .select('id, amount_kobo, status, trouble, created_at, arrived_at, account:bank_accounts(bank_name, last_four)')
    .eq('vendor_id', shopId)
    .eq('id', id)
    .maybeSingle()
  return data
}
