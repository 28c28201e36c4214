import { lagosDate } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { apiContext } from '#web/context.ts'
import { csvStream, mapToCells } from '#web/files/csv.ts'
import { choiceParam, idParam } from '#web/list-page.ts'
import type { Route } from './+types/lines-csv.ts'
import { accountName, movementName } from './account-texts.ts'
import { type JournalLine, readJournalBatches } from './queries.ts'

const HEADER = ['Posted', 'What', 'Debit', 'Credit', 'Amount (NGN)', 'Key', 'Line', 'Order', 'Order state', 'Reason']

/** The journal of an account, order, group buy or payment as CSV. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const of = choiceParam(url.searchParams, 'of', ['account', 'order', 'buy', 'payment'])
  const id = idParam(url.searchParams, 'id')
  if (!of || !id) throw new Response('Not found', { status: 404 })
  const lines = readJournalBatches(context.get(apiContext), { of, id })
  return csvStream(`ajoja-journal-${lagosDate(new Date())}.csv`, HEADER, mapToCells(lines, toCells))
}

const toCells = (row: JournalLine): (string | number)[] => [
  row.posted_at,
  movementName(row),
  accountName(row.debit_kind),
  accountName(row.credit_kind),
  Number(koboToNaira(BigInt(row.amount_kobo))),
  row.key,
  row.line,
  row.order_no ?? '',
  row.order_status ?? '',
  row.reason ?? '',
]
