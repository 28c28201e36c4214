import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { kobo } from '#web/ui/format.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Table } from '#web/ui/tables/table.tsx'

const ORDERS = [
  { id: 'AJ-1042', buyer: 'Ngozi Adeyemi', state: 'pending', quantity: 2, totalKobo: 11600000 },
  { id: 'AJ-1043', buyer: 'Musa Danjuma', state: 'paid', quantity: 12, totalKobo: 69600050 },
  {
    id: 'AJ-1044',
    buyer: 'Ekaette Ubong-Etim of the Uyo Restaurant Owners',
    state: 'failed',
    quantity: 1,
    totalKobo: 5800000,
  },
]

const TONES = { pending: 'warm', paid: 'good', failed: 'urgent' } as const

export function DataSamples() {
  return (
    <div className="grid gap-6">
      <Table
        caption="Orders of today"
        rows={ORDERS}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Order', cell: ({ id }) => id, heading: true },
          { header: 'Buyer', cell: ({ buyer }) => buyer },
          { header: 'State', cell: ({ state }) => <Badge tone={TONES[state as keyof typeof TONES]}>{state}</Badge> },
          { header: 'Bags', cell: ({ quantity }) => quantity, numeric: true },
          { header: 'Total', cell: ({ totalKobo }) => kobo(totalKobo), numeric: true },
        ]}
      />
      <Pagination page={4} pageCount={12} linkTo={(page) => `?page=${page}`} label="orders" />
      <div className="grid gap-5 md:grid-cols-2">
        <Card>
          <DataList
            facts={[
              { label: '2 bags at ₦58,000', value: <Price kobo={11600000} /> },
              { label: 'Service fee, 2.5%', value: <Price kobo={290000} /> },
              { label: 'You pay at most', value: <Price kobo={11890000} />, total: true },
            ]}
          />
        </Card>
        <Card className="flex flex-wrap items-center gap-4">
          <Avatar name="Ngozi Adeyemi" size="large" />
          <Avatar name="Musa" />
          <Avatar name="Mama Ope Foods" size="small" />
          <Rating value={3.4} amount={12} />
          <Rating value={null} />
          <Badge>draft</Badge>
          <Badge tone="info">new</Badge>
        </Card>
      </div>
    </div>
  )
}
