import { Link } from 'react-router'
import { datedDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import type { WaitingShop } from '#web/vendors/staff/queries.ts'

/** Shops waiting for approval, longest waiting first. Nothing if there are none. */
export function WaitingShops({ shops, base }: { shops: readonly WaitingShop[]; base: string }) {
  if (shops.length === 0) return null
  return (
    <div className="mb-8">
      <SectionHeading>Shops waiting for approval</SectionHeading>
      <Table
        stacked
        caption="Shops waiting for approval, longest waiting first"
        columns={[
          {
            header: 'Shop',
            heading: true,
            cell: ({ id, business_name: name }: WaitingShop) => (
              <Link to={`${base}/vendors/${id}`} className="block break-words text-link">
                {name}
              </Link>
            ),
          },
          {
            header: 'Place',
            cell: ({ location, state }) => (location === state ? state : `${location}, ${state}`),
          },
          { header: 'Since', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{datedDay(at)}</span> },
        ]}
        rows={shops}
        rowKey={({ id }) => id}
      />
    </div>
  )
}
