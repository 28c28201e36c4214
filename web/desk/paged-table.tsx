import { useLingui } from '@lingui/react'
import type { Key, ReactNode } from 'react'
import { translate } from '#web/languages/translate.ts'
import { plural } from '#web/ui/format.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type ListPage, pathWithParams } from '../list-page.ts'

export interface PagedTableProps<Row> {
  /** The table's accessible name: "Your orders". */
  caption: string
  /** The noun of the count above the table; without it there is no count. */
  noun?: { one: string; many: string }
  list: Omit<ListPage<Row>, 'count'> & { count?: number }
  /** Text for a failed read that says what is safe. */
  lost?: string
  /** Details of a failed read. */
  detail?: string | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  /** Shows each row as a block on a phone. */
  stacked?: boolean
  page: number
  /** Path and filters of the page, for the links to other pages. */
  path: string
  filters?: Readonly<Record<string, string>>
}

/** The count, the rows (or the error or empty state), and links to other pages. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { i18n } = useLingui()
  const { caption, noun, list, columns, rowKey, empty, stacked = true } = props
  const { page, path, filters = {}, lost = true, detail } = props
  if (list.failure) {
    return (
      <ErrorState message={translate(i18n, list.failure)} reload={lost}>
        {detail}
      </ErrorState>
    )
  }
  return (
    <>
      {noun && (
        <p role="status" className="mb-3 text-14 text-soft">
          {plural(list.count ?? list.rows.length, noun.one, noun.many)}
        </p>
      )}
      <Table stacked={stacked} caption={caption} columns={columns} rows={list.rows} rowKey={rowKey} empty={empty} />
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => pathWithParams(path, { ...filters, page: to })}
        label={noun?.many ?? caption.toLowerCase()}
      />
    </>
  )
}
