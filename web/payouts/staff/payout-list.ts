import type { Api } from '#api/api.ts'
import { choice, DAYS, readListQuery, withinDays } from '#web/desk/lists/list-query.ts'
import { isId, likeText } from '#web/list-page.ts'
import { readKeysetBatches, readKeysetPage } from '#web/lists/keyset-page.ts'
import { daySpan, shownDays } from '#web/lists/shown-days.ts'
import { payoutStateTexts } from './payout-states.ts'

export const PAYOUT_FILTERS = {
  search: { label: 'Shop' },
  status: choice('Status', 'All', payoutStateTexts),
  ...DAYS,
}

/** The most shops whose name matches a search; the page says when there are more. */
export const MAX_SHOPS = 50

/** The filters in the address, the days that they show, and the ids of the shops that they name. */
export async function readPayoutAddress(api: Api, params: URLSearchParams, today: string) {
  const { page: _page, sort: _sort, ...query } = readListQuery(params, PAYOUT_FILTERS)
  const days = shownDays(query, today)
  if (!query.search) return { query, days, shops: null, isCut: false }
  const named = api.tables.from('vendors').select('id').ilike('business_name', likeText(query.search))
  const { data } = await named
    .order('business_name')
    .order('id')
    .limit(MAX_SHOPS + 1)
    .throwOnError()
  const ids = data.map(({ id }) => id)
  return { query, days, shops: ids.slice(0, MAX_SHOPS), isCut: ids.length > MAX_SHOPS }
}

type PayoutAddress = Awaited<ReturnType<typeof readPayoutAddress>>

export interface PayoutRow {
  id: string
  reference: string
  vendor_id: string
  shop_name: string
  amount_kobo: number
  status: string
  trouble: string | null
  trouble_text: string | null
  weekly_for: string | null
  tries: number
  next_try_at: string | null
  answered_at: string | null
  unconfirmed_since: string | null
  arrived_at: string | null
  created_at: string
  bank_name: string
  last_four: string
  account_name: string
}

const payouts = (api: Api) => api.tables.from('payout_list').select('*')

function payoutsOf(api: Api, { query, days, shops }: PayoutAddress) {
  let rows = withinDays(payouts(api), 'created_at', days)
  if (shops) rows = rows.in('vendor_id', shops)
  if (query.status) rows = rows.eq('status', query.status)
  return rows
}

export const listPayouts = (api: Api, address: PayoutAddress, params: URLSearchParams) =>
  readKeysetPage<PayoutRow>(payoutsOf(api, address), params)

/** All payouts of the filters in batches, newest first. Throws `ReadFault`. */
export const readPayouts = (api: Api, address: PayoutAddress) =>
  readKeysetBatches<PayoutRow>(() => payoutsOf(api, address))

/** Sums of what the filters show, by status; null if they could not be read. */
export async function sumPayouts(api: Api, { query, days, shops }: PayoutAddress) {
  const { since, until } = daySpan(days)
  const { data, error } = await api.tables.rpc('payout_sums', {
    since,
    until,
    ...(query.status && { of_state: query.status }),
    ...(shops && { of_shops: shops }),
  })
  return error ? null : ((data ?? []) as unknown as PayoutSum[])
}

export interface PayoutSum {
  status: string
  payouts: number
  shops: number
  amount_kobo: number
}

/** More are not shown at once: the oldest come first. */
const MAX_STUCK = 200

/** Payouts that a chief looks at: stuck or late ones, the oldest first, and those that came back, the newest first. */
export async function listStuckPayouts(api: Api) {
  const [stuck, back] = await Promise.all([
    payouts(api)
      .or('status.in.(requested,sent,needs_attention),trouble.eq.contradiction')
      .eq('is_stuck', true)
      .order('created_at')
      .order('id')
      .limit(MAX_STUCK)
      .overrideTypes<PayoutRow[], { merge: false }>(),
    payouts(api)
      .in('status', ['failed', 'reversed'])
      .gt('created_at', new Date(Date.now() - 30 * 86_400_000).toISOString())
      .eq('came_back', true)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(MAX_STUCK)
      .overrideTypes<PayoutRow[], { merge: false }>(),
  ])
  return {
    stuck: stuck.data ?? [],
    back: (back.data ?? []).filter(({ trouble }) => trouble !== 'contradiction'),
    failure: stuck.error?.message ?? back.error?.message ?? null,
  }
}

/** A payout; null if there is none. */
export async function readPayout(api: Api, id: string): Promise<PayoutRow | null> {
  if (!isId(id)) return null
  const { data } = await payouts(api).eq('id', id).maybeSingle().overrideTypes<PayoutRow, { merge: false }>()
  return data
}
