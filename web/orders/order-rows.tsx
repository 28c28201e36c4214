import { Link } from 'react-router'
import { kgText } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import { type Destination, destinationShort } from './destination/destination-texts.ts'
import { stateLabel, stateTone } from './order-texts.ts'

/** A row of the view `all_orders`. Amounts are in naira unless the name ends in kobo. */
export interface AllOrdersRow extends Destination {
  id: string
  kind: 'group_buy' | 'bulk'
  order_no: number
  vendor_id: string
  vendor_name: string | null
  vendor_state: string | null
  group_buy_id: string | null
  product_name: string
  /** Without units that came short. */
  quantity_left: number
  /** Null if a bulk order has several units. */
  unit: string | null
  user_id: string
  buyer_name: string
  status: string
  unit_price: number | null
  /** At the final or current price, without refunds: all units of a buy have the same price. */
  goods_left: number
  amount_due_kobo: number
  vendor_fee_left_kobo: number
  created_at: string
  /** Approximate; null if a weight is unknown. */
  kg: number | null
}

const openedAt = (base: string): Column<AllOrdersRow> => ({
  header: 'Order',
  heading: true,
  cell: ({ id, order_no: number, created_at: at }) => (
    <>
      <Link to={`${base}/${id}`} className="text-link">
        {number}
      </Link>
      <span className="block text-14 font-normal whitespace-nowrap text-soft">{datedMoment(at)}</span>
    </>
  ),
})

export const allOrdersColumns = {
  number: {
    header: 'Order',
    heading: true,
    cell: ({ order_no: number, created_at: at }) => (
      <>
        {number}
        <span className="block text-14 font-normal whitespace-nowrap text-soft">{datedMoment(at)}</span>
      </>
    ),
  },
  /** With a link to the order's record. */
  numberOfRecord: {
    header: 'Order',
    heading: true,
    cell: ({ id, order_no: number, created_at: at }) => (
      <>
        <RecordLink kind="order" id={id}>
          {number}
        </RecordLink>
        <span className="block text-14 font-normal whitespace-nowrap text-soft">{datedMoment(at)}</span>
      </>
    ),
  },
  numberOfShop: openedAt('/vendor/orders'),
  product: { header: 'What', cell: (order) => <What {...order} /> },
  /** With the destination. */
  productAndWhere: {
    header: 'What',
    cell: (order) => (
      <>
        <What {...order} />
        <span className="block break-words text-14 text-soft">{destinationShort(order)}</span>
      </>
    ),
  },
  buyer: { header: 'Buyer', cell: ({ buyer_name: name }) => <span className="break-words">{name || 'No name'}</span> },
  /** With a link to message the buyer, for the shop. */
  buyerToWriteTo: {
    header: 'Buyer',
    cell: ({ id, order_no: number, buyer_name: name }) => (
      <>
        <span className="block break-words">{name || 'No name'}</span>
        <Link to={`/vendor/messages/new?order=${id}`} className="py-1 text-14 text-link">
          Write <span className="sr-only">to the buyer of order {number}</span>
        </Link>
      </>
    ),
  },
  /** Buyer and shop in one column, for staff who oversee many shops. */
  parties: {
    header: 'Buyer and shop',
    cell: ({ buyer_name: buyer, vendor_id: id, vendor_name: name, vendor_state: state }) => (
      <span className="block sm:min-w-36 break-words">
        {buyer || 'No name'}
        <span className="block text-14 text-soft">
          <Link to={`/shop/${id}`} className="text-link">
            {name ?? 'Shop'}
          </Link>
          {state && `, ${state}`}
        </span>
      </span>
    ),
  },
  amount: { header: 'Goods', numeric: true, cell: ({ goods_left: goods }) => <Price naira={goods} /> },
  /** With the amount the buyer still has to pay, including the fee. */
  amountAndDue: {
    header: 'Goods, to pay',
    numeric: true,
    cell: ({ goods_left: goods, amount_due_kobo: due }) => (
      <>
        <Price naira={goods} />
        {due > 0 && <span className="block text-14 whitespace-nowrap text-soft">{kobo(due)} to pay</span>}
      </>
    ),
  },
  state: {
    header: 'Status',
    cell: ({ status }) => <Badge tone={deskTone(status)}>{stateLabel(status)}</Badge>,
  },
} as const satisfies Record<string, Column<AllOrdersRow>>

function What({ product_name: name, quantity_left: quantity, unit, kind, kg }: AllOrdersRow) {
  return (
    <span className="block sm:min-w-44 break-words">
      {name}
      <span className="block text-14 text-soft">
        {unit ? countUnits(quantity, unit) : `${quantity} in total`}
        {kg !== null && unit !== 'kg' && `, about ${kgText(kg)}`}, {kind === 'bulk' ? 'bulk' : 'group buy'}
      </span>
    </span>
  )
}

/** Less prominent than in the buyer's own list: most orders here await payment, which needs no action from staff. */
const deskTone = (status: string): BadgeTone => (status === 'pending' ? 'plain' : stateTone(status))
