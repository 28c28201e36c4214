import type { Key, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { pathWithParams } from '#web/list-page.ts'
import { plural } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'

interface KeysetTableProps<Row> {
  noun: { one: string; many: string }
  list: { rows: readonly Row[]; newer: string | null; older: string | null; failure: string | null }
  /** The number of all rows from a stored sum; null if there is none. */
  count: number | null
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  filters: Readonly<Record<string, string>>
}

/** A table with keyset pagination, for lists too long for numbered pages: links to newer and older rows. */
export function KeysetTable<Row>(props: KeysetTableProps<Row>) {
  const path = useLocation().pathname.replace(/\/$/, '')
  const { noun, list, count, columns, rowKey, empty, filters } = props
  if (list.failure) return <ErrorState message={list.failure} reload />
  return (
    <>
      {count !== null && (
        <p role="status" className="mb-3 text-14 text-soft">
          {plural(count, noun.one, noun.many)}
        </p>
      )}
      <Table stacked caption={noun.many} columns={columns} rows={list.rows} rowKey={rowKey} empty={empty} />
      {(list.newer || list.older) && (
        <nav aria-label={`More ${noun.many}`} className="mt-8 flex flex-wrap items-center justify-center gap-1">
          {list.newer && (
            <>
              <Link to={pathWithParams(path, filters)} className="page-link">
                Newest
              </Link>
              <Link to={pathWithParams(path, { ...filters, newer: list.newer })} rel="prev" className="page-link">
                Newer
              </Link>
            </>
          )}
          {list.older && (
            <Link to={pathWithParams(path, { ...filters, older: list.older })} rel="next" className="page-link">
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
