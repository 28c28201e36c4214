import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { type CsvColumns, csvStream } from '#web/files/csv.ts'
import { choiceParam, textParam } from '#web/list-page.ts'
import type { Route } from './+types/accounts-csv.ts'
import { ACCOUNT_KINDS, accountName } from './account-texts.ts'
import { type LedgerAccount, readAccountBatches } from './queries.ts'

/** The accounts of one kind as CSV. Row level security restricts the view to chiefs. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = choiceParam(url.searchParams, 'kind', ACCOUNT_KINDS) || 'escrow'
  const query = {
    kind,
    search: textParam(url.searchParams, 'search'),
    withMoney: textParam(url.searchParams, 'money') === '',
  }
  const accounts = readAccountBatches(context.get(apiContext), query)
  return csvStream(`ajoja-accounts-${kind}-${lagosDate(new Date())}.csv`, COLUMNS, accounts)
}

const COLUMNS: CsvColumns<LedgerAccount> = [
  ['Account', (row) => accountName(row.kind)],
  ['Of', (row) => row.owner_name ?? ''],
  ['State', (row) => row.owner_status ?? ''],
  ['Debits (NGN)', (row) => koboToNairaNumber(row.debits_kobo)],
  ['Credits (NGN)', (row) => koboToNairaNumber(row.credits_kobo)],
  ['Held (NGN)', (row) => koboToNairaNumber(row.held_kobo)],
  ['Balance (NGN)', (row) => koboToNairaNumber(row.balance_kobo)],
  ['Opened', (row) => row.opened_at],
  ['Id', (row) => row.id],
]
