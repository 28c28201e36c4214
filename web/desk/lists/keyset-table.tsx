import type { Key, ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { plural } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { ListTable } from './list-table.tsx'
import { withParams } from './list-view.ts'
import { ViewMenu } from './view-menu.tsx'

interface KeysetTableProps<Row> {
  noun: { one: string; many: string }
  list: { rows: readonly Row[]; newer: string | null; older: string | null; failure: string | null }
  /** The number of all rows from a stored sum; null if there is none. */
  count: number | null
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  /** The list's own order, as in the address, if it can be sorted. */
  sort?: string
  /** The page that follows has newer rows. */
  isOldestFirst?: boolean
}

/** A table with keyset pagination, for lists too long for numbered pages: links to newer and older rows. */
export function KeysetTable<Row extends object>(props: KeysetTableProps<Row>) {
  const path = useLocation().pathname.replace(/\/$/, '')
  const { noun, list, count, columns, rowKey, empty, sort, isOldestFirst = false } = props
  const newer = { key: list.newer, name: 'newer', label: 'Newer' }
  const older = { key: list.older, name: 'older', label: 'Older' }
  const [before, after] = isOldestFirst ? [older, newer] : [newer, older]
  const [params] = useSearchParams()
  if (list.failure) return <ErrorState message={list.failure} reload />
  return (
    <>
      <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <p role="status" className="text-14 text-soft">
          {count !== null && plural(count, noun.one, noun.many)}
        </p>
        {list.rows.length > 0 && <ViewMenu columns={columns} sort={sort} />}
      </div>
      <ListTable caption={noun.many} columns={columns} rows={list.rows} rowKey={rowKey} empty={empty} sort={sort} />
      {(list.newer || list.older) && (
        <nav aria-label={`More ${noun.many}`} className="mt-8 flex flex-wrap items-center justify-center gap-1">
          {before.key && (
            <>
              <Link to={withParams(path, params, {})} className="page-link">
                {isOldestFirst ? 'Oldest' : 'Newest'}
              </Link>
              <Link to={withParams(path, params, { [before.name]: before.key })} rel="prev" className="page-link">
                {before.label}
              </Link>
            </>
          )}
          {after.key && (
            <Link to={withParams(path, params, { [after.name]: after.key })} rel="next" className="page-link">
              {after.label}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
