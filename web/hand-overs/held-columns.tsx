import { Link } from 'react-router'
import { kgText } from '#domain/products/measures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { day, moment, plural } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import type { HeldHandOver } from './holding-queries.ts'
import { goodsText, preferenceTexts } from './holding-texts.ts'

interface HeldColumnOptions {
  now: string
  /** Path of an order's page. */
  to: (row: HeldHandOver) => string
}

/** Columns of held goods, for hub staff and for the staff who decide about them. */
export const heldColumns = ({ now, to }: HeldColumnOptions): Column<HeldHandOver>[] => [
  {
    header: 'Order',
    heading: true,
    cell: (row) => (
      <span className="block break-words sm:min-w-44">
        <Link to={to(row)} className="text-link">
          {row.order_no}, {row.buyer_name}
        </Link>
        <span className="block text-14 font-normal text-soft">{goodsText(row.lines)}</span>
        {row.missed > 0 && (
          <span className="block text-14 font-normal text-soft">
            Left {plural(row.missed, 'order')} uncollected so far
          </span>
        )}
      </span>
    ),
  },
  {
    header: 'Place',
    cell: ({ place_name, shop_name, shelf }) => (
      <span className="block break-words">
        {place_name}
        {shelf && <span className="block font-semibold">Shelf {shelf}</span>}
        {shop_name !== place_name && <span className="block text-14 text-soft">{shop_name}</span>}
      </span>
    ),
  },
  { header: 'About', numeric: true, cell: ({ kg }) => (kg > 0 ? kgText(kg) : 'unknown') },
  { header: 'Since', cell: ({ due_from }) => day(due_from) },
  { header: 'Until', cell: (row) => <Until row={row} now={now} /> },
]

function Until({
  row: { kind, due_until, grace_until, opened_at, preferred_outcome },
  now,
}: {
  row: HeldHandOver
  now: string
}) {
  return (
    <>
      {moment(due_until)}
      <span className="block">
        {opened_at ? (
          <Badge tone="urgent">Not collected</Badge>
        ) : now >= due_until ? (
          <Badge tone="urgent">{`Grace to ${moment(grace_until)}`}</Badge>
        ) : (
          <Badge>{kind === 'stockpile' ? 'Stockpile' : 'To collect'}</Badge>
        )}
      </span>
      {preferred_outcome && <span className="block text-14">{preferenceTexts[preferred_outcome]}</span>}
    </>
  )
}
