import { Link } from 'react-router'
import { claimStatusText, reasonTexts } from '#domain/claims/claim-texts.ts'
import { orderStateLabels } from '#domain/orders/states.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { count, datedMoment, kobo } from '#web/ui/format.ts'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { type PersonParts, ROWS_SHOWN } from './person-queries.ts'

type OrderRow = PersonParts['orders'][number]

const COLUMNS: Column<OrderRow>[] = [
  {
    header: 'Order',
    heading: true,
    cell: ({ id, order_no: number, created_at: at }) => (
      <>
        <RecordLink kind="order" id={id}>
          {number}
        </RecordLink>
        <span className="block text-14 font-normal text-soft">{datedMoment(at)}</span>
      </>
    ),
  },
  {
    header: 'What',
    cell: ({ product_name: product, vendor_id: id, vendor_name: shop }) => (
      <>
        <span className="break-words">{product}</span>
        <span className="block text-14">
          <RecordLink kind="shop" id={id}>
            {shop ?? 'Shop'}
          </RecordLink>
        </span>
      </>
    ),
  },
  { header: 'Status', cell: ({ status }) => (orderStateLabels as Record<string, string>)[status] ?? status },
  {
    header: 'Goods and fee',
    numeric: true,
    cell: ({ goods_left: goods, fee_left_kobo: fee, returned_kobo: returned }) => (
      <>
        {kobo(Math.round(goods * 100) + fee)}
        {returned > 0 && <span className="block text-14 text-soft">{kobo(returned)} given back</span>}
      </>
    ),
  },
]

interface PersonOrdersProps {
  orders: readonly OrderRow[]
  /** All their orders that the viewer oversees. */
  total: number
  name: string
  area: string
}

export function PersonOrders({ orders, total, name, area }: PersonOrdersProps) {
  const isMore = total > orders.length
  return (
    <RecordSection
      id="orders"
      title={total === 0 ? 'Orders' : `Orders (${count(total)})`}
      action={
        name && (
          <Link to={`${area}/orders?search=${encodeURIComponent(name)}`} className="text-link">
            All in the list
          </Link>
        )
      }
    >
      <Table
        stacked
        caption="Newest orders"
        columns={COLUMNS}
        rows={orders}
        rowKey={({ id }) => id}
        empty={<p className="text-soft">No orders in the states you look after.</p>}
      />
      {isMore && <p className="mt-2 text-14 text-soft">The newest {ROWS_SHOWN}.</p>}
    </RecordSection>
  )
}

export function PersonClaims({ claims }: { claims: PersonParts['claims'] }) {
  if (claims.length === 0) return null
  return (
    <RecordSection id="claims" title="Claims">
      <ul className="divide-y divide-grain border-y border-grain">
        {claims.map((claim) => (
          <li key={claim.id} className="py-2">
            <RecordLink kind="claim" id={claim.id}>
              Claim {claim.claim_no}
            </RecordLink>
            : {reasonTexts[claim.reason]}
            <span className="block text-14 text-soft">
              {claimStatusText(claim.status, {
                outcomeKobo: claim.outcome_kobo,
                returnedGoodsKobo: claim.returned_goods_kobo,
              })}
              , made {datedMoment(claim.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
