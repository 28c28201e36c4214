import { data, Link } from 'react-router'
import { countUnits } from '#domain/catalogue/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { guard } from '#web/layouts/guard.ts'
import { titled } from '#web/layouts/titled.ts'
import type { PageHandle } from '#web/shell.ts'
import { day, moment } from '#web/ui/format.ts'
import { isId } from '../../list-page.ts'
import { stateLabel } from '../../orders/order-words.ts'
import { readOwnShop } from '../../vendor-products/queries.ts'
import type { Route } from './+types/packing-list.ts'
import './packing-list.css'
import { readPackingList } from './queries.ts'

/** A sheet for the printer: no framework, no bar. */
export const handle: PageHandle = { scripts: false }
export const middleware = [guard]

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop && isId(params.buyId) ? await readPackingList(api, shop.id, params.buyId) : null
  if (!list?.buy) throw data('Group buy not found', { status: 404 })
  return { buy: list.buy, orders: list.orders, printedAt: new Date().toISOString() }
}

export default function PackingList({ loaderData: { buy, orders, printedAt } }: Route.ComponentProps) {
  const paid = orders.filter(({ status }) => status !== 'pending')
  const units = paid.reduce((sum, { quantity }) => sum + quantity, 0)
  const waiting = orders.length - paid.length
  return (
    <main className="sheet-of-paper">
      <p className="on-screen-only">
        <Link to={`/vendor/orders?buy=${buy.id}`} reloadDocument>
          Back to the orders
        </Link>{' '}
        Print with Ctrl+P, or Share and Print on a phone.
      </p>
      <h1>Packing list: {buy.product_name}</h1>
      <p>
        {buy.vendor.business_name}, {buy.vendor.location}. Sharing day:{' '}
        {buy.share_date ? day(buy.share_date) : 'not set'}.
      </p>
      <p>
        <strong>
          {countUnits(units, buy.unit)} for {paid.length} paid {paid.length === 1 ? 'order' : 'orders'}
        </strong>
        {waiting > 0 && `; ${waiting} more not paid yet: do not hand over`}. Printed {moment(printedAt)}.
      </p>
      {orders.length === 0 ? (
        <p>Nobody is in this group buy yet. The list fills as people join.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls on a phone must be reachable by the keyboard (WCAG 2.1.1).
        <section className="rows" aria-label="Orders to pack" tabIndex={0}>
          <table>
            <caption className="sr-only">Orders to pack</caption>
            <thead>
              <tr>
                <th scope="col">Done</th>
                <th scope="col">Order</th>
                <th scope="col">Buyer</th>
                <th scope="col" className="number">
                  Quantity
                </th>
                <th scope="col">How</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr key={order.id} className={order.status === 'pending' ? 'unpaid' : undefined}>
                  <td>
                    <span className="tick-box" />
                  </td>
                  <td>{order.order_no}</td>
                  <th scope="row">{order.buyer_name || 'No name'}</th>
                  <td className="number">{countUnits(order.quantity, buy.unit)}</td>
                  <td>{FULFILMENTS[order.fulfilment] ?? order.fulfilment}</td>
                  <td>{stateLabel(order.status)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </main>
  )
}

const FULFILMENTS: Record<string, string> = { pickup: 'Pickup', delivery: 'Delivery', stockpile: 'Stockpile' }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  titled(`Packing list: ${loaderData?.buy.product_name ?? ''}`, 'Who gets how much.')
