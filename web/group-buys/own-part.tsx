import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { kobo, moment, naira } from '#web/ui/format.ts'
import type { OwnPart } from './queries.ts'

interface OwnPartProps {
  parts: readonly OwnPart[]
  buy: { unit: string; end_date: string; payment_due_at: string | null }
  /** Whether the window is open, so that an unpaid order can be cancelled. */
  open: boolean
  /** Below the orders. */
  children?: React.ReactNode
}

/** What the viewer has in this buy, what it will cost, and how to leave while they can. */
export function OwnPartCard({ parts, buy, open, children }: OwnPartProps) {
  if (parts.length === 0) return null
  return (
    <Card as="section" className="grid gap-4 border-l-4 border-l-leaf">
      <h2 id="your-part" className="text-18">
        Your part
      </h2>
      <ul className="grid gap-4">
        {parts.map((part) => (
          <li key={part.id} className="grid gap-1">
            <p>
              <strong>{countUnits(part.quantity, buy.unit)}</strong>
              {FINAL.has(part.status) && ` at ${naira(part.unit_price)}`},{' '}
              <Link to={`/account/orders/${part.id}`} className="text-link">
                order {part.order_no}
              </Link>
            </p>
            <p className="text-14 text-soft">{sentence(part, buy)}</p>
            {part.status === 'pending' && open && (
              <div className="-ml-3">
                <ConfirmForm
                  className={buttonClass({ tone: 'quiet', size: 'small' })}
                  question="Leave this group buy?"
                  detail={`Others can take your ${countUnits(part.quantity, buy.unit)}. You have not paid, so you owe nothing.`}
                  confirmLabel="Leave"
                  cancelLabel="Stay in"
                  fields={{ intent: 'leave', order_id: part.id }}
                >
                  Leave this group buy
                </ConfirmForm>
              </div>
            )}
          </li>
        ))}
      </ul>
      {children}
    </Card>
  )
}

/** Before settlement an order has the price at which it joined, which nobody pays in the end. */
const FINAL = new Set(['confirmed', 'ready', 'collected', 'delivered', 'completed'])

function sentence({ status, amount_due_kobo: due }: OwnPart, buy: OwnPartProps['buy']): string {
  switch (status) {
    case 'pending':
      return `You pay at most ${kobo(due)}${buy.payment_due_at ? `, by ${moment(buy.payment_due_at)}` : ''}.`
    case 'paid':
      return 'Paid and held. Anything above the final price comes back to you.'
    case 'confirmed':
      return 'Paid, and the price is final.'
    case 'ready':
      return 'Ready for you.'
    case 'refunding':
      return 'Your money is on its way back.'
    case 'refunded':
      return 'You have been refunded.'
    default:
      return 'Handed over.'
  }
}
