import { COUNTED_ROWS } from '#api/counted-rows.ts'
import { isUuid } from '#domain/forms/validation.ts'

/** Rows on one page of a table. */
export const ROWS_A_PAGE = 25

/** How the rows of a list that has no bound are counted; `listPage` says if there are more. */
export const COUNTED = { count: 'estimated' } as const

/** Far rows are found by days and filters: a page behind thousands of others reads all of them first. */
const lastPage = (size = ROWS_A_PAGE): number => countPages(COUNTED_ROWS, size)

/** The `page` parameter, from 1 to the last page of any list; anything else counts as the first page. */
export function pageParam(params: URLSearchParams, size = ROWS_A_PAGE): number {
  const page = Number(params.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage(size)) : 1
}

/** The number of pages for this many rows; 0 for none. */
export const countPages = (rows: number | null, size = ROWS_A_PAGE): number => Math.ceil((rows ?? 0) / size)

/** The requested page, at most the last one; for lists whose rows are all loaded. */
export const pageWithin = (page: number, rows: number, size = ROWS_A_PAGE): number =>
  Math.min(page, Math.max(1, countPages(rows, size)))

/** Indexes of a page's first and last row, both inclusive, for `range()`. */
export function rowRange(page: number, size = ROWS_A_PAGE): [number, number] {
  return [(page - 1) * size, page * size - 1]
}

/** The trimmed text of a parameter, at most 100 characters. */
export function textParam(params: URLSearchParams, name: string): string {
  // PostgreSQL's text cannot contain NUL: such a search would fail instead of finding nothing.
  return (params.get(name) ?? '').replaceAll('\0', '').trim().slice(0, 100)
}

/** The parameter's value if it is one of `among`; otherwise empty, which means no filter. */
export function choiceParam<Value extends string>(
  params: URLSearchParams,
  name: string,
  among: readonly Value[],
): Value | '' {
  return among.find((value) => value === params.get(name)) ?? ''
}

/** The parameter's value if it is an id; otherwise empty. */
export function idParam(params: URLSearchParams, name: string): string {
  const id = params.get(name) ?? ''
  return isId(id) ? id : ''
}

/** Whether a text from an address is an id. */
export const isId: (text: string) => boolean = isUuid

/** "/vendor/orders?status=paid&page=2"; omits empty values and the first page. */
export function pathWithParams(path: string, values: Readonly<Record<string, string | number>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || (name === 'page' && value === 1)) continue
    params.set(name, String(value))
  }
  return params.size > 0 ? `${path}?${params}` : path
}

/**
 * A `like` pattern that matches the words in order. Punctuation is dropped, because it has a meaning in patterns and
 * filters.
 */
export const likeText = (search: string): string =>
  `%${search
    .split(/[\s%_*\\"(),.:]+/)
    .filter(Boolean)
    .join('%')}%`

export interface ListPage<Row> {
  rows: Row[]
  /** The number of rows that match the filter; with `COUNTED` an estimate if `hasMore`. */
  count: number
  /** Whether more rows match than there are pages for. */
  hasMore?: boolean
  pageCount: number
  /** The backend's error message, shown instead of the list. */
  failure: string | null
}

interface PageResult<Row> {
  data: Row[] | null
  count?: number | null
  error: { message: string } | null
  status: number
}

/**
 * A page of a list from the table API's response. A page past the last one is empty, not an error: the middleware in
 * web/lists/list-end.ts redirects to the last page.
 */
export function listPage<Row>({ data, count, error, status }: PageResult<Row>, size = ROWS_A_PAGE): ListPage<Row> {
  if (status === 416) return { rows: [], count: 0, pageCount: 0, failure: null }
  const rows = data ?? []
  const all = count ?? rows.length
  const pageCount = countPages(Math.min(all, COUNTED_ROWS), size)
  return { rows, count: all, hasMore: all > COUNTED_ROWS, pageCount, failure: error?.message ?? null }
}
