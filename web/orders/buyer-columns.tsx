import { Link } from 'react-router'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { datedDay } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import type { DeskBuyer } from './buyer-queries.ts'

/** With a link to the customer's page, for their shop. */
const nameToOpen: Column<DeskBuyer> = {
  header: 'Name',
  heading: true,
  sort: 'name',
  cell: ({ user_id: id, buyer_name: buyer }) => (
    <Link to={`/vendor/customers/${id}`} className="break-words text-link">
      {buyer || 'No name'}
    </Link>
  ),
}
const nameOfRecord: Column<DeskBuyer> = {
  header: 'Name',
  heading: true,
  sort: 'name',
  cell: ({ user_id: id, buyer_name: buyer }) => (
    <RecordLink kind="person" id={id}>
      {buyer || 'No name'}
    </RecordLink>
  ),
}
const orders: Column<DeskBuyer> = { header: 'Orders', numeric: true, sort: 'orders', cell: (buyer) => buyer.orders }
const promised: Column<DeskBuyer> = { header: 'Promised', numeric: true, cell: (buyer) => buyer.promised_orders }
const shops: Column<DeskBuyer> = { header: 'Shops', numeric: true, cell: (buyer) => buyer.shops }
const goods: Column<DeskBuyer> = {
  header: 'Goods',
  numeric: true,
  sort: 'goods',
  cell: (buyer) => <Price naira={buyer.goods} />,
}
const lastOrder: Column<DeskBuyer> = {
  header: 'Last order',
  sort: 'last',
  cell: ({ last_order_at: at }) => <span className="whitespace-nowrap">{datedDay(at)}</span>,
}

export const shopBuyerColumns = [nameToOpen, orders, promised, goods, lastOrder]
export const overseenBuyerColumns = [nameOfRecord, orders, promised, shops, goods, lastOrder]
