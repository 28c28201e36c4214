import { isUuid } from '#domain/validation.ts'

/** Rows on one page of a table. */
export const ROWS_A_PAGE = 25

/** From 1; anything else is the first page. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

/** The number of pages for this many rows; 0 for none. */
export const pageCountOf = (rows: number | null, size = ROWS_A_PAGE): number => Math.ceil((rows ?? 0) / size)

/** The page that was asked for, or the last one there is: of a list whose rows are all at hand. */
export const pageWithin = (page: number, rows: number, size = ROWS_A_PAGE): number =>
  Math.min(page, Math.max(1, pageCountOf(rows, size)))

/** First and last row of a page, as `range` counts them. */
export function rowsOf(page: number, size = ROWS_A_PAGE): [number, number] {
  return [(page - 1) * size, page * size - 1]
}

/** The search text in the address, at most 100 characters. */
export function asked(params: URLSearchParams, name: string): string {
  // No text of the database holds a NUL: a search with one would be a fault instead of a search without results.
  return (params.get(name) ?? '').replaceAll('\0', '').trim().slice(0, 100)
}

/** A known value, or empty: an unknown one filters nothing. */
export function askedOneOf<Value extends string>(
  params: URLSearchParams,
  name: string,
  among: readonly Value[],
): Value | '' {
  return among.find((value) => value === params.get(name)) ?? ''
}

/** An id in the address, or empty. */
export function askedId(params: URLSearchParams, name: string): string {
  const id = params.get(name) ?? ''
  return isId(id) ? id : ''
}

/** An id as it stands in an address. */
export const isId: (text: string) => boolean = isUuid

/** "/vendor/orders?status=paid&page=2"; empty values and the first page are left out. */
export function addressOf(path: string, values: Readonly<Record<string, string | number>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || (name === 'page' && value === 1)) continue
    params.set(name, String(value))
  }
  return params.size > 0 ? `${path}?${params}` : path
}

/** The words in order, with anything in between. Punctuation means something to `like` and to the dialect, and nobody searches for it. */
export const likeText = (search: string): string =>
  `%${search
    .split(/[\s%_*\\"(),.:]+/)
    .filter(Boolean)
    .join('%')}%`

export interface ListPage<Row> {
  rows: Row[]
  /** The number of rows that match the filter. */
  count: number
  pageCount: number
  /** The backend's message, shown in red instead of the list. */
  failure: string | null
}

interface Answer<Row> {
  data: Row[] | null
  count?: number | null
  error: { message: string } | null
  status: number
}

/** A page of a list from the table API's answer. A page past the last one is empty, not a fault (list-end.ts). */
export function listPage<Row>({ data, count, error, status }: Answer<Row>, size = ROWS_A_PAGE): ListPage<Row> {
  if (status === 416) return { rows: [], count: 0, pageCount: 0, failure: null }
  const rows = data ?? []
  const all = count ?? rows.length
  return { rows, count: all, pageCount: pageCountOf(all, size), failure: error?.message ?? null }
}
