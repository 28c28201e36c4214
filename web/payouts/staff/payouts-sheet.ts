import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { datedMoment } from '#web/ui/format.ts'
import type { Route } from './+types/payouts-sheet.ts'
import { type PayoutRow, readPayoutAddress, readPayouts } from './payout-list.ts'
import { payoutStateText } from './payout-states.ts'

/** The payouts that match the page's filters, as CSV or XLSX. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const today = lagosDate(new Date())
  const address = await readPayoutAddress(api, url.searchParams, today)
  return sheetDownload({ url, name: `ajoja-payouts-${today}`, columns: COLUMNS, batches: readPayouts(api, address) })
}

const COLUMNS: CsvColumns<PayoutRow> = [
  ['Reference', ({ reference }) => reference],
  ['Begun', ({ created_at: at }) => datedMoment(at)],
  ['Shop', ({ shop_name: shop }) => shop],
  ['Bank', ({ bank_name: bank }) => bank],
  ['Account ends in', ({ last_four: digits }) => digits],
  ['Pay day', ({ weekly_for: day }) => day ?? ''],
  ['State', ({ status }) => payoutStateText(status)],
  ['Arrived', ({ arrived_at: at }) => (at ? datedMoment(at) : '')],
  ['Amount (NGN)', ({ amount_kobo: kobo }) => koboToNairaNumber(kobo)],
]
