import { koboToNaira } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import { choiceParam, idParam } from '#web/list-page.ts'
import type { Route } from './+types/lines-csv.ts'
import { accountName, movementName } from './account-texts.ts'
import { type JournalLine, readJournalBatches } from './queries.ts'

/** The journal of an account, order, group buy or payment as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const of = choiceParam(url.searchParams, 'of', ['account', 'order', 'buy', 'payment'])
  const id = idParam(url.searchParams, 'id')
  if (!of || !id) throw new Response('Not found', { status: 404 })
  const lines = readJournalBatches(context.get(apiContext), { of, id })
  return csvStream(`ajoja-journal-${lagosDate(new Date())}.csv`, COLUMNS, lines)
}

const COLUMNS: CsvColumns<JournalLine> = [
  ['Posted', (row) => row.posted_at],
  ['What', (row) => movementName(row)],
  ['Debit', (row) => accountName(row.debit_kind)],
  ['Credit', (row) => accountName(row.credit_kind)],
  ['Amount (NGN)', (row) => Number(koboToNaira(BigInt(row.amount_kobo)))],
  ['Key', (row) => row.key],
  ['Line', (row) => row.line],
  ['Order', (row) => row.order_no ?? ''],
  ['Order state', (row) => row.order_status ?? ''],
  ['Reason', (row) => row.reason ?? ''],
]
