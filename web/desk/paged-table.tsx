import { useLingui } from '@lingui/react'
import type { Key, ReactNode } from 'react'
import { told } from '#web/languages/told.ts'
import { plural } from '#web/ui/format.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { addressOf, type ListPage } from '../list-page.ts'

export interface PagedTableProps<Row> {
  /** Names the table for ears: "Your orders". */
  caption: string
  /** What is counted above the table; without it nothing is. */
  noun?: { one: string; many: string }
  list: Omit<ListPage<Row>, 'count'> & { count?: number }
  /** What is safe when the list could not be read. */
  lost?: string
  /** More about why it could not be read. */
  detail?: string | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  /** On a phone each row stands as a small block. */
  stacked?: boolean
  page: number
  /** Path and filters of the page, for the links to the others. */
  path: string
  filters?: Readonly<Record<string, string>>
}

/** The count, the rows or the reason there are none, and links to other pages. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { i18n } = useLingui()
  const { caption, noun, list, columns, rowKey, empty, stacked = true } = props
  const { page, path, filters = {}, lost = true, detail } = props
  if (list.failure) {
    return (
      <ErrorState message={told(i18n, list.failure)} reload={lost}>
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
        linkTo={(to) => addressOf(path, { ...filters, page: to })}
        label={noun?.many ?? caption.toLowerCase()}
      />
    </>
  )
}
