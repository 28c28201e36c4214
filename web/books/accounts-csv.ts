import { lagosDate } from '#domain/calendar.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { apiContext } from '#web/context.ts'
import { csvStream, mapToCells } from '#web/files/csv.ts'
import { choiceParam, textParam } from '#web/list-page.ts'
import type { Route } from './+types/accounts-csv.ts'
import { ACCOUNT_KINDS, accountName } from './account-texts.ts'
import { type LedgerAccount, readAccountBatches } from './queries.ts'

const HEADER = [
  'Account',
  'Of',
  'State',
  'Debits (NGN)',
  'Credits (NGN)',
  'Held (NGN)',
  'Balance (NGN)',
  'Opened',
  'Id',
]

/** The accounts of one kind as CSV. Row level security restricts the view to chiefs. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = choiceParam(url.searchParams, 'kind', ACCOUNT_KINDS) || 'escrow'
  const query = {
    kind,
    search: textParam(url.searchParams, 'search'),
    withMoney: textParam(url.searchParams, 'money') === '',
  }
  const accounts = readAccountBatches(context.get(apiContext), query)
  return csvStream(`ajoja-accounts-${kind}-${lagosDate(new Date())}.csv`, HEADER, mapToCells(accounts, toCells))
}

const toCells = (row: LedgerAccount): (string | number)[] => [
  accountName(row.kind),
  row.owner_name ?? '',
  row.owner_status ?? '',
  koboToNairaNumber(row.debits_kobo),
  koboToNairaNumber(row.credits_kobo),
  koboToNairaNumber(row.held_kobo),
  koboToNairaNumber(row.balance_kobo),
  row.opened_at,
  row.id,
]
