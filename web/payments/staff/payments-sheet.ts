import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { datedMoment } from '#web/ui/format.ts'
import type { Route } from './+types/payments-sheet.ts'
import { readPaymentAddress, readPayments, type StaffPayment } from './payment-list.ts'
import { methodText, paymentStateText } from './payment-states.ts'

/** The payments that match the page's filters, as CSV or XLSX. */
export function loader({ url, context }: Route.LoaderArgs) {
  const today = lagosDate(new Date())
  const address = readPaymentAddress(url.searchParams, today)
  const batches = readPayments(context.get(apiContext), address)
  return sheetDownload({ url, name: `ajoja-payments-${today}`, columns: COLUMNS, batches })
}

const COLUMNS: CsvColumns<StaffPayment> = [
  ['Reference', ({ reference }) => reference],
  ['Begun', ({ created_at: at }) => datedMoment(at)],
  ['Payer', ({ payer_name: name }) => name ?? ''],
  ['State', (payment) => paymentStateText(payment)],
  ['Method', ({ method }) => methodText(method)],
  ['Gateway', ({ gateway }) => gateway],
  ['Asked for (NGN)', ({ amount_kobo: kobo }) => koboToNairaNumber(kobo)],
  ['Came in (NGN)', ({ received_kobo: kobo }) => (kobo === null ? '' : koboToNairaNumber(kobo))],
]
