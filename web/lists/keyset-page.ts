import { isId, ROWS_A_PAGE } from '#web/list-page.ts'
import { isInstantText } from './instant-text.ts'
import { afterRow, readBatches } from './read-all-rows.ts'

/** A row of a list by time, newest first, then by id. */
interface TimedRow {
  id: string
  created_at: string
}

/** A page of a list without page numbers or counts, so that any page is read at the same cost. */
interface KeysetPage<Row> {
  rows: Row[]
  /** Cursors of the neighbouring pages; null if there is none. */
  newer: string | null
  older: string | null
  failure: string | null
}

/** A query of the table API. */
interface TimedQuery extends PromiseLike<{ data: unknown[] | null; error: { message: string } | null }> {
  order(column: string, options: { ascending: boolean }): this
  lte(column: string, value: string): this
  gte(column: string, value: string): this
  or(filters: string): this
  limit(size: number): this
}

/** The page that the address asks for with `older` or `newer`; the newest rows without them. */
export async function readKeysetPage<Row extends TimedRow>(
  query: TimedQuery,
  params: URLSearchParams,
  size = ROWS_A_PAGE,
): Promise<KeysetPage<Row>> {
  const [after, before] = [readKey(params.get('older')), readKey(params.get('newer'))]
  const isBackwards = before !== null && after === null
  const { data, error } = await (isBackwards
    ? rowsBefore(query, before).limit(size + 1)
    : afterRow<TimedQuery, TimedRow>(byTime(query), { at: 'created_at', last: after, size: size + 1 }))
  const found = (data ?? []) as Row[]
  const shown = found.slice(0, size)
  const rows = isBackwards ? shown.toReversed() : shown
  const [first, last] = [rows[0], rows.at(-1)]
  const hasMore = found.length > size
  return {
    rows,
    newer: first && (isBackwards ? hasMore : after !== null) ? keyOf(first) : null,
    older: last && (isBackwards || hasMore) ? keyOf(last) : null,
    failure: error?.message ?? null,
  }
}

/** All rows of the list in batches, in the order of its pages. `query` begins a query. Throws `ReadFault`. */
export const readKeysetBatches = <Row extends TimedRow>(query: () => TimedQuery) =>
  readBatches<Row>(async (last, size) => {
    const { data, error } = await afterRow<TimedQuery, TimedRow>(byTime(query()), { at: 'created_at', last, size })
    return { data: data as Row[] | null, error }
  })

const byTime = (query: TimedQuery): TimedQuery =>
  query.order('created_at', { ascending: false }).order('id', { ascending: true })

const rowsBefore = (query: TimedQuery, { created_at: at, id }: TimedRow): TimedQuery =>
  query
    .order('created_at', { ascending: true })
    .order('id', { ascending: false })
    .gte('created_at', at)
    .or(`created_at.gt."${at}",id.lt.${id}`)

const keyOf = ({ created_at: at, id }: TimedRow): string => `${at}_${id}`

function readKey(key: string | null): TimedRow | null {
  const [at = '', id = ''] = (key ?? '').split('_')
  return isId(id) && isInstantText(at) ? { id, created_at: at } : null
}
