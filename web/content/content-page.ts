import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { likeText, rowRange } from '#web/list-page.ts'

/** The filters that all lists of the content desk have. */
export interface ContentFilters {
  search: string
  /** Lagos days, both included. */
  from: string
  until: string
  sort: string
  page: number
}

interface ContentColumns {
  searched: string
  /** The time that is within the days. */
  dated: string
  sorts: Readonly<Record<string, string>>
  order: string
}

interface ContentRows<Self> {
  ilike(column: string, pattern: string): Self
  gte(column: string, value: string): Self
  lt(column: string, value: string): Self
  order(column: string, options?: { ascending: boolean; nullsFirst: boolean }): Self
  range(from: number, to: number): Self
}

/** One page of a content list, as its filters and the order in the address have it. */
export function contentPage<Query extends ContentRows<Query>>(
  query: Query,
  { search, from, until, sort, page }: ContentFilters,
  { searched, dated, sorts, order }: ContentColumns,
): Query {
  const found = search ? query.ilike(searched, likeText(search)) : query
  return sortedBy(withinDays(found, dated, { from, until }), sorts, { sort, fallback: order })
    .order('id')
    .range(...rowRange(page))
}
