import { Link, useFetcher } from 'react-router'
import { countUnits } from '#domain/catalogue/units.ts'
import { orderStateLabels } from '#domain/orders/states.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { kobo, moment, naira } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { LeaveOutcome } from './leave.ts'

interface OwnOrder {
  id: string
  order_no: number
  quantity: number
  unit_price: number
  amount_due_kobo: number
  status: string
}

/** The viewer's own orders in this buy, and the way out while there is one. */
export function OwnOrders({
  orders,
  buy,
  now,
}: {
  orders: OwnOrder[]
  buy: { unit: string; end_date: string; payment_due_at: string | null }
  now: string
}) {
  const fetcher = useFetcher<LeaveOutcome>()
  if (orders.length === 0) return null
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-18">Your part</h2>
      {fetcher.data && <Notice tone={fetcher.data.left ? 'success' : 'error'}>{fetcher.data.text}</Notice>}
      <ul className="grid gap-4">
        {orders.map((order) => (
          <li key={order.id} className="grid gap-1">
            <Link to={`/account/orders/${order.id}`} className="text-link">
              Order {order.order_no}
            </Link>
            <p>
              {countUnits(order.quantity, buy.unit)} at {naira(order.unit_price)}, {stateLabel(order.status)}
            </p>
            {order.status === 'pending' && (
              <>
                <p className="text-14 text-soft">
                  You pay at most {kobo(order.amount_due_kobo)}
                  {buy.payment_due_at && `, by ${moment(buy.payment_due_at)}`}.
                </p>
                {Date.parse(now) < Date.parse(buy.end_date) && (
                  <fetcher.Form method="post">
                    <input type="hidden" name="intent" value="leave" />
                    <input type="hidden" name="order_id" value={order.id} />
                    <Button tone="quiet" size="small" busy={fetcher.state !== 'idle'} busyLabel="Leaving">
                      Leave this group buy
                    </Button>
                  </fetcher.Form>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function stateLabel(status: string): string {
  return (orderStateLabels as Record<string, string>)[status] ?? status
}
