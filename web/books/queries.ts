import type { Api } from '#api/api.ts'
import { sortedBy } from '#web/desk/lists/list-query.ts'
import { COUNTED, type ListPage, likeText, listPage, rowRange } from '#web/list-page.ts'
import { afterRow, readBatches } from '#web/lists/read-all-rows.ts'

/** The balances by kind of account at the end of a day in Lagos. */
export async function readBalances({ tables }: Api, day: string) {
  const { data, error } = await tables.from('ledger_balances').select('*').eq('as_at', day)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type Balance = Awaited<ReturnType<typeof readBalances>>['rows'][number]

interface AccountsQuery {
  kind: string
  search: string
  /** Leaves out accounts with a balance of zero. */
  withMoney: boolean
}

function accountsQuery({ tables }: Api, { kind, search, withMoney }: AccountsQuery, options: { count?: 'estimated' }) {
  let query = tables.from('ledger_accounts').select('*', options).eq('kind', kind)
  if (search) query = query.ilike('owner_name', likeText(search))
  // The first condition is that of an index: most accounts are of orders that are over.
  if (withMoney) query = query.eq('may_have_money', true).neq('balance_kobo', 0)
  return query.order('opened_at', { ascending: false }).order('id')
}

export async function listAccounts(api: Api, { page, ...criteria }: AccountsQuery & { page: number }) {
  return listPage(await accountsQuery(api, criteria, COUNTED).range(...rowRange(page)))
}

export const readAccountBatches = (api: Api, criteria: AccountsQuery) =>
  readBatches<LedgerAccount>((last, size) =>
    afterRow(accountsQuery(api, criteria, {}), { at: 'opened_at', last, size }).overrideTypes<
      LedgerAccount[],
      { merge: false }
    >(),
  )

export type LedgerAccount = Awaited<ReturnType<typeof listAccounts>>['rows'][number]

export async function readAccount({ tables }: Api, id: string) {
  const { data, error } = await tables.from('ledger_accounts').select('*').eq('id', id).maybeSingle()
  return { account: data, failure: error?.message ?? null }
}

/** The account, order, buy or payment whose journal is read. */
export interface JournalKey {
  of: 'account' | 'order' | 'buy' | 'payment'
  id: string
}

function journalQuery({ tables }: Api, { of, id }: JournalKey) {
  const query = {
    account: () => tables.from('ledger_entries').select(LINE).eq('account_id', id),
    order: () => tables.from('ledger_order_lines').select(LINE).eq('about_order_id', id),
    buy: () => tables.from('ledger_buy_lines').select(LINE).eq('group_buy_id', id),
    payment: () => tables.from('ledger_payment_lines').select(LINE).eq('payment_id', id),
  }[of]()
  return newestFirst(query)
}

/** An account may have millions of lines, which only their time has an index for; an order, buy or payment has few. */
export const lineSorts = (of: JournalKey['of']): Record<string, string> =>
  of === 'account' ? { when: 'posted_at' } : { when: 'posted_at', amount: 'amount_kobo' }
export const LINE_ORDER = '-when'

/** Counted ids only: the remaining columns are read for the page's lines alone. */
function journalIdsQuery({ tables }: Api, { of, id }: JournalKey, sort: string) {
  const [option, column] = [COUNTED, 'id'] as const
  const query = {
    account: () => tables.from('ledger_account_lines').select(column, option).eq('account_id', id),
    order: () => tables.from('ledger_order_lines').select(column, option).eq('about_order_id', id),
    buy: () => tables.from('ledger_buy_lines').select(column, option).eq('group_buy_id', id),
    payment: () => tables.from('ledger_payment_lines').select(column, option).eq('payment_id', id),
  }[of]()
  return lineOrder(query, { of, sort })
}

/** Ids in the direction that makes the order the one of an index, or its exact reverse. */
function lineOrder<Query extends SortableLines<Query>>(
  query: Query,
  { of, sort }: { of: JournalKey['of']; sort: string },
): Query {
  return sortedBy(query, lineSorts(of), { sort, fallback: LINE_ORDER }).order('id', {
    ascending: (sort || LINE_ORDER).startsWith('-'),
    nullsFirst: false,
  })
}

interface SortableLines<Self> {
  order(column: string, options: { ascending: boolean; nullsFirst: boolean }): Self
}

const newestFirst = <Query extends Orderable<Query>>(query: Query): Query =>
  query.order('posted_at', { ascending: false }).order('id')

interface Orderable<Self> {
  order(column: 'posted_at' | 'id', options?: { ascending: boolean }): Self
}

const LINE =
  'id, key, line, kind, phase, amount_kobo, posted_at, reason, debit_id, debit_kind, credit_id, credit_kind, order_id, order_no, order_status'

export interface JournalLine {
  id: string
  key: string
  line: number
  kind: string
  phase: string
  amount_kobo: number
  posted_at: string
  reason: string | null
  debit_id: string
  debit_kind: string
  credit_id: string
  credit_kind: string
  order_id: string | null
  order_no: number | null
  order_status: string | null
}

/** A page of lines, the newest first unless they are sorted. */
export async function listJournalLines(
  api: Api,
  { page, sort, ...criteria }: JournalKey & { page: number; sort: string },
): Promise<ListPage<JournalLine>> {
  const list = listPage(await journalIdsQuery(api, criteria, sort).range(...rowRange(page)))
  if (list.rows.length === 0) return { ...list, rows: [] }
  const ids = list.rows.map(({ id }) => id)
  const lines = lineOrder(api.tables.from('ledger_lines').select(LINE).in('id', ids), { of: criteria.of, sort })
  const { data, error } = await lines.overrideTypes<JournalLine[], { merge: false }>()
  return { ...list, rows: data ?? [], failure: error?.message ?? null }
}

export const readJournalBatches = (api: Api, criteria: JournalKey) =>
  readBatches<JournalLine>((last, size) =>
    afterRow(journalQuery(api, criteria), { at: 'posted_at', last, size }).overrideTypes<
      JournalLine[],
      { merge: false }
    >(),
  )

/** The name, status and links of an order, buy or payment; null if there is none. */
export async function readSubject({ tables }: Api, { of, id }: JournalKey): Promise<SubjectSummary | null> {
  if (of === 'order') {
    const { data } = await tables
      .from('orders')
      .select('order_no, status, group_buy_id, payment_id')
      .eq('id', id)
      .maybeSingle()
    return (
      data && {
        name: `Order ${data.order_no}`,
        status: data.status,
        buyId: data.group_buy_id,
        paymentId: data.payment_id,
      }
    )
  }
  if (of === 'buy') {
    const { data } = await tables.from('group_buys').select('product_name, status').eq('id', id).maybeSingle()
    return data && { name: data.product_name ?? 'Group buy', status: data.status, buyId: null, paymentId: null }
  }
  const { data } = await tables.from('payments').select('reference, status').eq('id', id).maybeSingle()
  return data && { name: `Payment ${data.reference}`, status: data.status, buyId: null, paymentId: null }
}

interface SubjectSummary {
  name: string
  status: string
  buyId: string | null
  paymentId: string | null
}

export type DifferenceState = 'open' | 'resolved' | 'gone'

/** Open ones with the oldest first, the others with the newest first. */
export async function listDifferences({ tables }: Api, { state, page }: { state: DifferenceState; page: number }) {
  let query = tables.from('book_differences').select('*, resolver:profiles(full_name)', COUNTED)
  if (state === 'open') query = query.is('resolved_at', null).is('cleared_at', null)
  else query = query.not(state === 'gone' ? 'cleared_at' : 'resolved_at', 'is', null)
  return listPage(
    await query
      .order('found_at', { ascending: state === 'open' })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type ListedDifference = Awaited<ReturnType<typeof listDifferences>>['rows'][number]

export async function readLastComparison({ tables }: Api) {
  const { data } = await tables
    .from('book_comparisons')
    .select('*')
    .order('made_at', { ascending: false })
    .limit(1)
    .throwOnError()
  return data?.[0] ?? null
}

export async function listAuditRuns({ tables }: Api, page: number) {
  return listPage(
    await tables
      .from('audit_runs')
      .select('*, asker:profiles(full_name)', COUNTED)
      .order('started_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type AuditRun = Awaited<ReturnType<typeof listAuditRuns>>['rows'][number]
