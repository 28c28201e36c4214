interface Answer<Row> {
  data: Row[] | null
  error: { message: string } | null
}

/** The most rows that the table API returns at once. */
const PAGE_ROWS = 1000

/** A read that failed, with the backend's message. */
export class ReadFault extends Error {}

/**
 * All rows of a list in its order, a batch at a time, so that no more than one is held. `list` reads what comes after a row, at
 * most `size`: rows that are added or leave meanwhile move no other row into a batch twice. Throws `ReadFault`.
 */
export async function* everyBatch<Row>(
  list: (last: Row | null, size: number) => PromiseLike<Answer<Row>>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null
  for (;;) {
    const { data, error }: Answer<Row> = await list(last, PAGE_ROWS)
    if (error) throw new ReadFault(error.message)
    const rows = data ?? []
    yield rows
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1) ?? null
  }
}

interface AfterAble<Self> {
  lte(column: string, value: string): Self
  gte(column: string, value: string): Self
  or(filters: string): Self
  limit(size: number): Self
}

/** Narrows a list, newest first (or oldest first) and then by id, to what comes after a row. `at` names the column of its moment. */
export function after<Query extends AfterAble<Query>, Row extends { id: string }>(
  query: Query,
  {
    at,
    last,
    size,
    oldestFirst = false,
  }: { at: keyof Row & string; last: Row | null; size: number; oldestFirst?: boolean },
): Query {
  if (!last) return query.limit(size)
  // The first condition alone finds the place in an index.
  const from = oldestFirst ? query.gte(at, String(last[at])) : query.lte(at, String(last[at]))
  return from.or(`${at}.${oldestFirst ? 'gt' : 'lt'}."${last[at]}",id.gt.${last.id}`).limit(size)
}

/** All rows of an ordered list, in batches; `list` reads one range of rows. */
export async function everyRow<Row>(
  list: (from: number, to: number) => PromiseLike<Answer<Row>>,
): Promise<{ rows: Row[]; failure: string | null }> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await list(rows.length, rows.length + PAGE_ROWS - 1)
    if (error) return { rows: [], failure: error.message }
    rows.push(...(data ?? []))
    if ((data ?? []).length < PAGE_ROWS) return { rows, failure: null }
  }
}
