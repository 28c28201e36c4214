import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import type { BusinessOrder } from '#web/businesses/queries.ts'
import type { ListPage } from '#web/list-page.ts'
import { stateLabel } from '#web/orders/order-texts.ts'
import { DocumentTable } from '#web/receipts/document-table.tsx'
import type { ListedDocument } from '#web/receipts/queries.ts'
import { longDay, naira } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

interface BusinessRecordsProps {
  orders: ListPage<BusinessOrder>
  documents: ListPage<ListedDocument>
  page: number
}

/** The company's orders, of all its people, and its documents. */
export function BusinessRecords({ orders, documents, page }: BusinessRecordsProps) {
  const { i18n } = useLingui()
  return (
    <>
      <section aria-labelledby="company-orders" className="grid gap-3">
        <SectionHeading id="company-orders">{i18n.t('Its orders')}</SectionHeading>
        {orders.rows.length === 0 && <p className="text-soft">{i18n.t('No order for the company yet.')}</p>}
        {orders.rows.length > 0 && (
          <>
            <p>
              <Link to="/account/last-month" className="inline-flex min-h-11 items-center text-link">
                {i18n.t('Order again what we bought last month')}
              </Link>
            </p>
            <ul className="divide-y divide-grain border-y border-grain">
              {orders.rows.map((order) => (
                <OrderOfBusiness key={order.id} order={order} />
              ))}
            </ul>
          </>
        )}
        <Pagination
          page={page}
          pageCount={orders.pageCount}
          linkTo={(wanted) => `/account/business?page=${wanted}`}
          label={i18n.t('orders')}
        />
      </section>
      {documents.rows.length > 0 && (
        <section aria-labelledby="company-documents">
          <SectionHeading id="company-documents">{i18n.t('Its receipts and invoices')}</SectionHeading>
          <DocumentTable list={documents} page={1} otherParty="shop" empty={null} />
        </section>
      )}
    </>
  )
}

function OrderOfBusiness({ order }: { order: BusinessOrder }) {
  const { i18n } = useLingui()
  const goods = (order.lines ?? []).map(
    ({ product_name: name, quantity, unit }) => `${name} (${countUnits(quantity, unit)})`,
  )
  const number = i18n.t('Order {number}', { number: order.order_no })
  return (
    <li className="flex justify-between gap-4 py-3">
      <span className="min-w-0 break-words">
        {order.is_own ? (
          <Link to={`/account/orders/${order.id}`} className="font-semibold text-link">
            {number}
          </Link>
        ) : (
          <span className="font-semibold">{number}</span>
        )}
        <span className="block">{goods.join(', ')}</span>
        <span className="block text-14 text-soft">
          {order.shop}.{' '}
          {i18n.t('Ordered by {name} on {day}.', { name: order.buyer_name, day: longDay(order.created_at) })}{' '}
          {i18n.t(stateLabel(order.status))}
        </span>
      </span>
      <span className="shrink-0 tabular-nums">{naira(order.total_amount)}</span>
    </li>
  )
}
