import type { Api } from '#api/api.ts'
import { choice, DAYS, readListQuery, toKobo, withinDays } from '#web/desk/lists/list-query.ts'
import { readKeysetBatches, readKeysetPage } from '#web/lists/keyset-page.ts'
import { daySpan, shownDays } from '#web/lists/shown-days.ts'
import { methodLabels, paymentStateTexts } from './payment-states.ts'

export const ATTENTION = 'attention'

export const PAYMENT_FILTERS = {
  search: { label: 'Beginning of a reference' },
  status: choice('Status', 'All', { [ATTENTION]: 'Needs attention', ...paymentStateTexts }),
  method: choice('Method', 'All', methodLabels),
  ...DAYS,
  least: { label: 'Naira from', isNaira: true as const },
  most: { label: 'Naira to', isNaira: true as const },
}

/** The filters in the address, and the days that they show; a search for a reference is in all days. */
export function readPaymentAddress(params: URLSearchParams, today: string) {
  const { page: _page, sort: _sort, ...asked } = readListQuery(params, PAYMENT_FILTERS)
  const query = { ...asked, search: /^[A-Za-z0-9.=-]{3,100}$/.test(asked.search) ? asked.search : '' }
  return { query, days: shownDays(query, today), least: toKobo(query.least), most: toKobo(query.most) }
}

type PaymentAddress = ReturnType<typeof readPaymentAddress>

export const listPayments = (api: Api, address: PaymentAddress, params: URLSearchParams) =>
  readKeysetPage<StaffPayment>(paymentsOf(api, address), params)

/** All payments of the filters in batches, newest first. Throws `ReadFault`. */
export const readPayments = (api: Api, address: PaymentAddress) =>
  readKeysetBatches<StaffPayment>(() => paymentsOf(api, address))

function paymentsOf(api: Api, { query, days, least, most }: PaymentAddress) {
  let rows = api.tables
    .from('payment_list')
    .select(
      'id, reference, created_at, status, trouble, gateway, method, amount_kobo, received_kobo, user_id, payer_name',
    )
  // A `like` pattern that begins with fixed text is a range of the index on references.
  rows = query.search ? rows.like('reference', `${query.search}%`) : withinDays(rows, 'created_at', days)
  if (query.status === ATTENTION) rows = rows.not('trouble', 'is', null)
  else if (query.status) rows = rows.eq('status', query.status)
  if (query.method) rows = rows.eq('method', query.method)
  if (least !== null) rows = rows.gte('amount_kobo', least)
  if (most !== null) rows = rows.lte('amount_kobo', most)
  return rows
}

export interface StaffPayment {
  id: string
  reference: string
  created_at: string
  status: string
  trouble: string | null
  gateway: string
  method: string | null
  amount_kobo: number
  received_kobo: number | null
  user_id: string
  payer_name: string | null
}

/** Sums of what the filters show, by status; null for a search for a reference. */
export async function sumPayments(api: Api, { query, days, least, most }: PaymentAddress) {
  if (query.search) return null
  const { since, until } = daySpan(days)
  const { data, error } = await api.tables.rpc(
    'payment_sums',
    {
      since,
      until,
      ...(query.status && { of_state: query.status }),
      ...(query.method && { of_method: query.method }),
      ...(least !== null && { least_kobo: least }),
      ...(most !== null && { most_kobo: most }),
    },
    { get: true },
  )
  return error ? null : ((data ?? []) as unknown as PaymentSum[])
}

export interface PaymentSum {
  status: string
  payments: number
  amount_kobo: number
  peps_kobo: number
  received_kobo: number
  gateway_fee_kobo: number
  charged_back_kobo: number
}
