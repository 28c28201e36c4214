import { type Key, type ReactNode, useId } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { COUNTED_ROWS } from '#api/counted-rows.ts'
import { type ListPage, pathWithParams } from '#web/list-page.ts'
import { plural } from '#web/ui/format.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { BulkBar, type BulkOffer } from './bulk/bulk-bar.tsx'
import { ListTable } from './list-table.tsx'
import { ViewMenu } from './view-menu.tsx'

export interface PagedTableProps<Row> {
  /** The table's accessible name: "Your orders". The noun by default. */
  caption?: string
  /** The noun of the count above the table; without it there is no count. */
  noun?: { one: string; many: string }
  /** Without a page count, all rows are shown. */
  list: Pick<ListPage<Row>, 'rows' | 'failure'> & Partial<ListPage<Row>>
  /** Text for a failed read that says what is safe. */
  lost?: string
  /** Details of a failed read. */
  detail?: string | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  /** The page's address: the number of the page, and the filters. */
  query?: Readonly<{ page: number; [filter: string]: string | number }>
  /** The list's own order, as in the address; the names of the columns' `sort`. */
  sort?: string
  /** Acts for several rows at once; `name` names a row for screen readers. */
  bulk?: (BulkOffer & { name: (row: Row) => string }) | undefined
}

/** The count, the rows (or the error or empty state), and links to other pages. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
  const path = useLocation().pathname.replace(/\/$/, '')
  const { noun, caption = noun?.many ?? '', list, columns, rowKey, empty } = props
  const { query = { page: 1 }, lost = true, detail, sort, bulk } = props
  const bulkForm = useId()
  const [params] = useSearchParams()
  if (list.failure) {
    return (
      <ErrorState message={list.failure} reload={lost}>
        {detail}
      </ErrorState>
    )
  }
  return (
    <>
      {noun && (
        <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
          <p role="status" className="text-14 text-soft">
            {list.hasMore
              ? `More than ${plural(COUNTED_ROWS, noun.one, noun.many)}: narrow the list to see the others`
              : plural(list.count ?? list.rows.length, noun.one, noun.many)}
          </p>
          {list.rows.length > 0 && <ViewMenu columns={columns} sort={sort} />}
        </div>
      )}
      <ListTable
        caption={caption}
        columns={columns}
        rows={list.rows}
        rowKey={rowKey}
        empty={empty}
        sort={sort}
        select={bulk && { form: bulkForm, name: bulk.name }}
      />
      {bulk && list.rows.length > 0 && <BulkBar id={bulkForm} offer={bulk} />}
      <Pagination
        page={query.page}
        pageCount={list.pageCount ?? 1}
        linkTo={(page) => pathWithParams(path, { ...Object.fromEntries(params), ...query, page })}
        label={noun?.many ?? caption.toLowerCase()}
      />
    </>
  )
}
