interface BatchResult<Row> {
  data: Row[] | null
  error: { message: string } | null
}

/** The maximum number of rows in one response of the table API (`maxRows` in platform/tables/handler.ts). */
export const PAGE_ROWS = 1000

/** A failed read, with the backend's message. */
export class ReadFault extends Error {}

/**
 * Yields all rows of a list in order, holding one batch in memory at a time. Uses keyset pagination (`list` reads at
 * most `size` rows after `last`), so that concurrent inserts and deletes neither repeat nor skip other rows. Throws
 * `ReadFault`.
 */
export async function* readBatches<Row>(
  list: (last: Row | null, size: number) => PromiseLike<BatchResult<Row>>,
  size = PAGE_ROWS,
): AsyncGenerator<Row[]> {
  let last: Row | null = null
  for (;;) {
    const { data, error }: BatchResult<Row> = await list(last, size)
    if (error) throw new ReadFault(error.message)
    const rows = data ?? []
    yield rows
    if (rows.length < size) return
    last = rows.at(-1) ?? null
  }
}

/** Yields the pages of a list until one is empty. For lists of thousands of rows: far pages cost more. Throws `ReadFault`. */
export async function* readRangeBatches<Row>(
  readPage: (page: number) => Promise<{ rows: Row[]; failure: string | null }>,
): AsyncGenerator<Row[]> {
  for (let page = 1; ; page += 1) {
    const { rows, failure } = await readPage(page)
    if (failure) throw new ReadFault(failure)
    if (rows.length === 0) return
    yield rows
  }
}

interface KeysetQuery<Self> {
  lte(column: string, value: string): Self
  gte(column: string, value: string): Self
  or(filters: string): Self
  limit(size: number): Self
}

/**
 * Restricts a list, sorted by time (newest first by default) and then by id, to the rows after `last`. `at` names the
 * time column.
 */
export function afterRow<Query extends KeysetQuery<Query>, Row extends { id: string }>(
  query: Query,
  {
    at,
    last,
    size,
    oldestFirst = false,
  }: { at: keyof Row & string; last: Row | null; size: number; oldestFirst?: boolean },
): Query {
  if (!last) return query.limit(size)
  // The range condition can use an index, which the `or` cannot.
  const from = oldestFirst ? query.gte(at, String(last[at])) : query.lte(at, String(last[at]))
  return from.or(`${at}.${oldestFirst ? 'gt' : 'lt'}."${last[at]}",id.gt.${last.id}`).limit(size)
}

/**
 * Reads all rows of an ordered list in batches; `list` reads one range of rows. All rows are in memory, and rows that
 * are inserted or deleted meanwhile can shift the ranges; `readBatches` has neither limit.
 */
export async function readAllRows<Row>(
  list: (from: number, to: number) => PromiseLike<BatchResult<Row>>,
): Promise<{ rows: Row[]; failure: string | null }> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await list(rows.length, rows.length + PAGE_ROWS - 1)
    if (error) return { rows: [], failure: error.message }
    rows.push(...(data ?? []))
    if ((data ?? []).length < PAGE_ROWS) return { rows, failure: null }
  }
}
