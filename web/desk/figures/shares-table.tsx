import type { Key, ReactNode } from 'react'
import { Price } from '#web/ui/facts/price.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { ShareBar, shareText } from './share-bar.tsx'

interface SharesTableProps<Row extends { goods: number }> {
  caption: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** The row's name, and figures other than goods. */
  columns: readonly Column<Row>[]
  empty: ReactNode
  /** Goods of all rows, if only the largest are shown. */
  all?: number
}

/** Rows by goods in naira, largest first, each with a bar and its share of the total. */
export function SharesTable<Row extends { goods: number }>(props: SharesTableProps<Row>) {
  const { caption, rows, rowKey, columns, empty } = props
  const all = props.all ?? rows.reduce((sum, { goods }) => sum + goods, 0)
  const shares: Column<Row>[] = [
    { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
    {
      header: 'Share',
      cell: ({ goods }) => (
        <span className="flex items-center gap-2">
          <span className="w-10 shrink-0 text-right tabular-nums">{shareText(goods, all)}</span>
          <ShareBar value={goods} all={all} />
        </span>
      ),
    },
  ]
  return <Table stacked caption={caption} columns={[...columns, ...shares]} rows={rows} rowKey={rowKey} empty={empty} />
}
