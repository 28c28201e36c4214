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
}

/** A table with keyset pagination, for lists too long for numbered pages: links to newer and older rows. */
export function KeysetTable<Row extends object>(props: KeysetTableProps<Row>) {
  const path = useLocation().pathname.replace(/\/$/, '')
  const { noun, list, count, columns, rowKey, empty } = props
  const [params] = useSearchParams()
  if (list.failure) return <ErrorState message={list.failure} reload />
  return (
    <>
      <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <p role="status" className="text-14 text-soft">
          {count !== null && plural(count, noun.one, noun.many)}
        </p>
        {list.rows.length > 0 && <ViewMenu columns={columns} />}
      </div>
      <ListTable caption={noun.many} columns={columns} rows={list.rows} rowKey={rowKey} empty={empty} />
      {(list.newer || list.older) && (
        <nav aria-label={`More ${noun.many}`} className="mt-8 flex flex-wrap items-center justify-center gap-1">
          {list.newer && (
            <>
              <Link to={withParams(path, params, {})} className="page-link">
                Newest
              </Link>
              <Link to={withParams(path, params, { newer: list.newer })} rel="prev" className="page-link">
                Newer
              </Link>
            </>
          )}
          {list.older && (
            <Link to={withParams(path, params, { older: list.older })} rel="next" className="page-link">
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
