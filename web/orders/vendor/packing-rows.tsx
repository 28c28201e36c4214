import { fulfilmentLabel } from '#domain/orders/fulfilment-choice.ts'
import { countUnits } from '#domain/products/units.ts'
import { plural } from '#web/ui/format.ts'
import type { PackedOrder } from './queries.ts'

interface RowsProps {
  orders: readonly PackedOrder[]
  unit: string
}

/** One line per paid order, with a checkbox. On narrow paper, order number and delivery are below the name. */
export function PackingRows({ orders, unit }: RowsProps) {
  return (
    <table>
      <caption className="sr-only">Orders to pack</caption>
      <thead>
        <tr>
          <th scope="col">Done</th>
          <th scope="col" className="wide-only">
            Order
          </th>
          <th scope="col">Buyer</th>
          <th scope="col" className="wide-only">
            How
          </th>
          <th scope="col" className="number">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ id, order_no: number, buyer_name: name, fulfilment, quantity }) => (
          <tr key={id}>
            <td>
              <span className="tick-box" />
            </td>
            <td className="wide-only">{number}</td>
            <th scope="row">
              {name || 'No name'}
              <span className="narrow-only">
                {number}, {fulfilmentLabel(fulfilment).toLowerCase()}
              </span>
            </th>
            <td className="wide-only">{fulfilmentLabel(fulfilment)}</td>
            <td className="number how-many">{countUnits(quantity, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Unpaid orders, listed so that none is handed over by mistake. */
export function UnpaidRows({ orders, unit }: RowsProps) {
  return (
    <section className="unpaid" aria-labelledby="unpaid">
      <h2 id="unpaid">Not paid, do not hand over: {plural(orders.length, 'order')}</h2>
      <ul>
        {orders.map(({ id, order_no: number, buyer_name: name, quantity }) => (
          <li key={id}>
            {number} {name || 'No name'}, {countUnits(quantity, unit)}
          </li>
        ))}
      </ul>
    </section>
  )
}
