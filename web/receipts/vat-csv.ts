import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { type CsvColumns, csvDownload } from '#web/files/csv.ts'
import type { Route } from './+types/vat-csv.ts'
import { listVatMonths } from './queries.ts'
import { toMonths, toQuarters, type VatSpan } from './vat-spans.ts'

/** `/chief/vat.csv?by=quarter`: fee income and the VAT in it, for an accountant. Row level security restricts it to chiefs. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const byQuarter = url.searchParams.get('by') === 'quarter'
  const { months, failure } = await listVatMonths(context.get(apiContext))
  const rows = byQuarter ? toQuarters(months) : toMonths(months, (month) => month)
  const name = `ajoja-vat-by-${byQuarter ? 'quarter' : 'month'}-${lagosDate(new Date())}.csv`
  return csvDownload(name, COLUMNS, { rows, failure })
}

const COLUMNS: CsvColumns<VatSpan> = [
  ['Period', ({ span }) => span],
  ['VAT rate (%)', (row) => (row.vat_bps ?? 0) / 100],
  ["Buyers' fees (NGN)", (row) => koboToNairaNumber(row.buyer_fee_kobo ?? 0)],
  ["Vendors' fees (NGN)", (row) => koboToNairaNumber(row.vendor_fee_kobo ?? 0)],
  ['Delivery (NGN)', (row) => koboToNairaNumber(row.delivery_kobo ?? 0)],
  ['Handling (NGN)', (row) => koboToNairaNumber(row.handling_kobo ?? 0)],
  ['Income (NGN)', (row) => koboToNairaNumber(row.income_kobo ?? 0)],
  ['VAT included (NGN)', (row) => koboToNairaNumber(row.vat_kobo ?? 0)],
]
