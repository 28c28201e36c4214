import { lagosDateOf } from '#domain/calendar.ts'
import { koboToNaira } from '#domain/money.ts'
import { apiContext } from '#web/context.ts'
import { cellsOfEach, csvStream } from '#web/csv.ts'
import { textParam, choiceParam } from '#web/list-page.ts'
import type { Route } from './+types/accounts-csv.ts'
import { accountName, KINDS } from './account-words.ts'
import { type Account, everyAccount } from './queries.ts'

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

/** The accounts of one kind for spreadsheets; the view shows them to chiefs alone. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = choiceParam(url.searchParams, 'kind', KINDS) || 'escrow'
  const wish = { kind, search: textParam(url.searchParams, 'search'), withMoney: textParam(url.searchParams, 'money') === '' }
  const accounts = everyAccount(context.get(apiContext), wish)
  return csvStream(`ajoja-accounts-${kind}-${lagosDateOf(new Date())}.csv`, HEADER, cellsOfEach(accounts, cellsOf))
}

const cellsOf = (row: Account): (string | number)[] => [
  accountName(row.kind),
  row.owner_name ?? '',
  row.owner_status ?? '',
  ...[row.debits_kobo, row.credits_kobo, row.held_kobo, row.balance_kobo].map(nairaOf),
  row.opened_at,
  row.id,
]

const nairaOf = (kobo: number): number => Number(koboToNaira(BigInt(kobo)))
