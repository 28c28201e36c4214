import type { Key, ReactNode } from 'react'
import { plural } from '#web/ui/format.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { addressOf, type ListPage } from '../list-page.ts'

export interface PagedTableProps<Row> {
  /** "orders": names the rows for screen readers and in the count. */
  noun: { one: string; many: string }
  list: ListPage<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  page: number
  /** Path and filters of the page, for the links to the others. */
  path: string
  filters?: Readonly<Record<string, string>>
}

/** The count, the rows or the reason there are none, and links to other pages. */
export function PagedTable<Row>({
  noun,
  list,
  columns,
  rowKey,
  empty,
  page,
  path,
  filters = {},
}: PagedTableProps<Row>) {
  if (list.failure) return <ErrorState message={list.failure}>Nothing is lost. Please load the page again.</ErrorState>
  return (
    <>
      <p role="status" className="mb-3 text-14 text-soft">
        {plural(list.count, noun.one, noun.many)}
      </p>
      <Table stacked caption={noun.many} columns={columns} rows={list.rows} rowKey={rowKey} empty={empty} />
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => addressOf(path, { ...filters, page: to })}
        label={noun.many}
      />
    </>
  )
}
