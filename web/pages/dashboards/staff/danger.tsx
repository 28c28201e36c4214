import { RecordLink } from '#web/desk/records/record-link.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import type { BuyInDanger } from './queries.ts'

/** Buys that may fail, or whose goods may not be there, with what is wrong. Nothing if there are none. */
export function BuysInDanger({ buys }: { buys: readonly BuyInDanger[] }) {
  if (buys.length === 0) return null
  return (
    <div className="mb-8">
      <SectionHeading id="danger">Group buys in danger</SectionHeading>
      <Table
        stacked
        caption="Group buys that may fail, or whose goods may not be there"
        columns={[
          {
            header: 'Group buy',
            heading: true,
            cell: ({ buy }) => (
              <span className="block break-words sm:min-w-36">
                <RecordLink kind="buy" id={buy.id}>
                  {buy.product_name}
                </RecordLink>
                <span className="block text-14 font-normal text-soft">
                  {buy.business_name}, {buy.state}
                </span>
              </span>
            ),
          },
          {
            header: 'What is wrong',
            wide: true,
            cell: ({ dangers }) => (
              <ul className="grid gap-1">
                {dangers.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ),
          },
        ]}
        rows={buys}
        rowKey={({ buy }) => buy.id}
      />
    </div>
  )
}
