import { useLingui } from '@lingui/react'
import type { Key, ReactNode } from 'react'
import { Link } from 'react-router'
import { told } from '#web/languages/told.ts'
import { plural } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { addressOf } from '../list-page.ts'

interface SteppedTableProps<Row> {
  caption: string
  noun: { one: string; many: string }
  list: { rows: readonly Row[]; newer: string | null; older: string | null; failure: string | null }
  /** Of all rows, where a kept sum knows it; nothing is counted for it. */
  count: number | null
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  path: string
  filters: Readonly<Record<string, string>>
}

/** A list too long for numbered pages: its rows, and links to the rows before and after them. */
export function SteppedTable<Row>(props: SteppedTableProps<Row>) {
  const { i18n } = useLingui()
  const { caption, noun, list, count, columns, rowKey, empty, path, filters } = props
  if (list.failure) return <ErrorState message={told(i18n, list.failure)} reload />
  return (
    <>
      {count !== null && (
        <p role="status" className="mb-3 text-14 text-soft">
          {plural(count, noun.one, noun.many)}
        </p>
      )}
      <Table stacked caption={caption} columns={columns} rows={list.rows} rowKey={rowKey} empty={empty} />
      {(list.newer || list.older) && (
        <nav aria-label={`More ${noun.many}`} className="mt-8 flex flex-wrap items-center justify-center gap-1">
          {list.newer && (
            <>
              <Link to={addressOf(path, filters)} className="page-link">
                Newest
              </Link>
              <Link to={addressOf(path, { ...filters, newer: list.newer })} rel="prev" className="page-link">
                Newer
              </Link>
            </>
          )}
          {list.older && (
            <Link to={addressOf(path, { ...filters, older: list.older })} rel="next" className="page-link">
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
