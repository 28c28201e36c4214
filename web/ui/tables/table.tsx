import './tables.css'
import type { Key, ReactNode } from 'react'
import { RowSkeletons } from '../browse/skeletons.tsx'
import { cx } from '../cx.ts'
import { useIsReloading } from '../navigation-state.ts'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, in tabular figures. */
  numeric?: boolean
  /** Names the row for screen readers; usually the first column. */
  heading?: boolean
  /** The header is only for screen readers (a column of buttons). */
  hideHeader?: boolean
  /** For longer text: on a phone it takes the whole line. */
  wide?: boolean
  /** In a list that can be sorted by it: its name in the address. */
  sort?: string
}

interface TableProps<Row> {
  caption: string
  /** Show the caption above the table. */
  showCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Shown if there are no rows. */
  empty?: ReactNode
  /** On a phone each row becomes a block with headers next to the cells, so that it needs no horizontal scrolling. */
  stacked?: boolean
}

/** A dense table; unless stacked it scrolls horizontally on a phone, also with the keyboard. */
export function Table<Row>({ caption, showCaption, columns, rows, rowKey, empty, stacked }: TableProps<Row>) {
  const reading = useIsReloading()
  if (reading) return <RowSkeletons amount={Math.max(rows.length, 3)} />
  if (rows.length === 0 && empty) return empty
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard (WCAG 2.1.1).
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className={cx('table', stacked && 'table-stacked')}>
        <caption className={showCaption ? 'pb-2 text-left text-18 font-bold' : 'sr-only'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, numeric, hideHeader }) => (
              <th key={header} scope="col" className={cx(numeric && 'text-right')}>
                {hideHeader ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <TableCell key={column.header} column={column} row={row} stacked={stacked ?? false} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A cell; the row's heading if its column names the rows. */
export function TableCell<Row>({ column, row, stacked }: { column: Column<Row>; row: Row; stacked: boolean }) {
  const look = cx(
    column.numeric && 'tabular-nums',
    column.numeric && (stacked ? 'sm:text-right' : 'text-right'),
    column.wide && 'table-wide',
  )
  const label = column.hideHeader ? undefined : column.header
  if (!column.heading) {
    return (
      <td className={look} data-label={label}>
        {column.cell(row)}
      </td>
    )
  }
  return (
    <th scope="row" className={cx(look, 'text-left font-semibold')}>
      {column.cell(row)}
    </th>
  )
}
