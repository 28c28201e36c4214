import { datedDay, datedMoment, naira } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { OwnPrice } from './queries.ts'

/** The product's prices, since when, and who changed them: the last one of each day, the newest first. */
export function OwnPrices({ prices }: { prices: readonly OwnPrice[] }) {
  if (prices.length === 0) return null
  return (
    <section aria-labelledby="prices" className="mt-10 max-w-[720px] border-t border-grain pt-5">
      <SectionHeading id="prices">Earlier prices</SectionHeading>
      <Table
        stacked
        caption="Prices of this product, the newest first"
        columns={COLUMNS}
        rows={prices}
        rowKey={({ day }) => day}
      />
    </section>
  )
}

const COLUMNS: Column<OwnPrice>[] = [
  {
    header: 'Since',
    heading: true,
    cell: ({ day, changed_at: at }) => (at ? datedMoment(at) : datedDay(day)),
  },
  { header: 'Price', numeric: true, cell: ({ price, unit }) => `${naira(price)} a ${unit}` },
  {
    header: 'Changed by',
    cell: ({ changed_by_name: name, came_by_import: isImport }) => (isImport ? 'An import' : (name ?? 'not recorded')),
  },
]
