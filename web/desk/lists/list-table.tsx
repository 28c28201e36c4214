import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type Key, type ReactNode, useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { RowSkeletons } from '#web/ui/browse/skeletons.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsReloading } from '#web/ui/navigation-state.ts'
import { type Column, TableCell } from '#web/ui/tables/table.tsx'
import { SelectRow } from './bulk/bulk-bar.tsx'
import { columnId, nextSort, readListView, withParams } from './list-view.ts'
import { useRowKeys } from './row-keys.ts'

interface ListTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  empty: ReactNode
  /** The list's own order, as in the address. */
  sort?: string | undefined
  /** Rows can be selected for the form with this id. */
  select?: { form: string; name: (row: Row) => string } | undefined
}

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

/**
 * The rows of a list. Its address says which columns are shown, how dense they are and in which order the server has
 * sorted them. Each row opens its record, by a click anywhere or from its heading.
 */
export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, sort = '', select } = props
  const [params] = useSearchParams()
  const view = readListView(params)
  const reading = useIsReloading()
  const rowKeys = useRowKeys()
  const byId = new Map(columns.map((column) => [columnId(column.header), column]))
  const definitions = useMemo(
    () => columns.map(({ header }): ColumnDef<typeof features, Row> => ({ id: columnId(header), header })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    manualSorting: true,
    state: {
      // The heading names the row, so it always stays.
      columnVisibility: Object.fromEntries(view.hidden.map((id) => [id, byId.get(id)?.heading === true])),
      sorting: sortingOf(view.sort || sort, byId),
    },
  })
  if (reading) return <RowSkeletons amount={Math.max(rows.length, 3)} />
  if (rows.length === 0) return empty
  const shown = table.getVisibleLeafColumns()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard (WCAG 2.1.1).
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className={cx('table table-stacked', view.isCompact && 'table-compact')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {select && (
              <th scope="col">
                <span className="sr-only">Select</span>
              </th>
            )}
            {shown.map((column) => {
              const known = byId.get(column.id)
              return (
                known && (
                  <HeaderCell
                    key={column.id}
                    column={known}
                    current={view.sort || sort}
                    sorted={column.getIsSorted()}
                  />
                )
              )
            })}
          </tr>
        </thead>
        <tbody {...rowKeys}>
          {table.getRowModel().rows.map((row) => (
            <tr key={rowKey(row.original)}>
              {select && (
                <td className="select-cell">
                  <SelectRow form={select.form} id={String(rowKey(row.original))} name={select.name(row.original)} />
                </td>
              )}
              {shown.map(({ id }) => {
                const column = byId.get(id)
                return column && <TableCell key={id} column={column} row={row.original} stacked />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function sortingOf<Row>(sort: string, columns: ReadonlyMap<string, Column<Row>>) {
  const name = sort.replace(/^-/, '')
  return [...columns].flatMap(([id, column]) =>
    name && column.sort === name ? [{ id, desc: sort.startsWith('-') }] : [],
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  current: string
  sorted: false | 'asc' | 'desc'
}

function HeaderCell<Row>({ column, current, sorted }: HeaderCellProps<Row>) {
  const { header, numeric = false, hideHeader, sort } = column
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={cx(numeric && 'text-right')}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sort === undefined ? (
        hideHeader ? (
          <span className="sr-only">{header}</span>
        ) : (
          header
        )
      ) : (
        <Link
          to={withParams(pathname, params, { sort: nextSort(current, { sort, numeric }) })}
          preventScrollReset
          className="table-sort"
        >
          {header}
          <Arrow aria-hidden size={16} className={cx(!sorted && 'table-sort-offered')} />
        </Link>
      )}
    </th>
  )
}
