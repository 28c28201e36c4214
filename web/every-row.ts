interface Answer<Row> {
  data: Row[] | null
  error: { message: string } | null
}

/** The most rows that the table API returns at once. */
const PAGE_ROWS = 1000

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
