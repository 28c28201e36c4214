import { Link } from 'react-router'
import { datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import { buyColumn } from './buy-column.tsx'
import type { SettlingBuy } from './queries.ts'

/**
 * Buys past their due time with paid participants, who must get their goods or their money. Nothing if there are none.
 */
export function BuysToSettle({ buys, base }: { buys: readonly SettlingBuy[]; base: string }) {
  if (buys.length === 0) return null
  return (
    <div className="mb-8">
      <SectionHeading id="settling">Group buys to settle</SectionHeading>
      <Table
        stacked
        caption="Group buys past their due time with paid people, longest first"
        columns={[
          buyColumn<SettlingBuy>(),
          {
            header: 'Paid, minimum',
            numeric: true,
            cell: ({ paid_participants: paid, min_participants: least }) => `${paid}, ${least}`,
          },
          {
            header: 'Payment was due',
            cell: ({ payment_due_at: at }) => (
              <span className="whitespace-nowrap">{at ? datedMoment(at) : 'not set'}</span>
            ),
          },
          {
            header: 'Tools',
            hideHeader: true,
            cell: ({ product_name: name, vendor }) => (
              <span className="flex flex-wrap gap-x-4 gap-y-1">
                <Link to={`${base}/vendors/${vendor.id}`} className="py-1 text-link">
                  Call the shop <span className="sr-only">about {name}</span>
                </Link>
                <Link
                  to={`${base}/orders?status=all-paid&search=${encodeURIComponent(name)}`}
                  className="py-1 text-link"
                >
                  Paid orders <span className="sr-only">of {name}</span>
                </Link>
              </span>
            ),
          },
        ]}
        rows={buys}
        rowKey={({ id }) => id}
      />
    </div>
  )
}
