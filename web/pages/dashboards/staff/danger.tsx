import { english } from '#web/languages/i18n.ts'
import { timeLeft } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import { buyColumn } from './buy-column.tsx'
import type { BuyInDanger } from './queries.ts'

/**
 * Buys that may fail: too few participants have paid, and the window closes within two days. Nothing if there are none.
 */
export function BuysInDanger({ buys, now }: { buys: readonly BuyInDanger[]; now: string }) {
  if (buys.length === 0) return null
  return (
    <div className="mb-8">
      <SectionHeading>Group buys that may fail</SectionHeading>
      <Table
        stacked
        caption="Group buys closing within two days below their minimum of paid people"
        columns={[
          buyColumn<BuyInDanger>(),
          {
            header: 'Joined (paid)',
            numeric: true,
            cell: ({ current_participants: joined, paid_participants: paid }) => `${joined} (${paid})`,
          },
          { header: 'Minimum', numeric: true, cell: ({ min_participants: least }) => least },
          { header: 'Left', cell: ({ end_date: end }) => timeLeft(english, end, now) },
        ]}
        rows={buys}
        rowKey={({ id }) => id}
      />
    </div>
  )
}
