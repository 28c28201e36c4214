import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { payBy } from '#domain/orders/pay-by.ts'
import { countUnits } from '#domain/products/units.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo, moment, naira } from '#web/ui/format.ts'
import type { OwnPart } from '../queries.ts'

interface OwnPartProps {
  parts: readonly OwnPart[]
  buy: { unit: string; end_date: string; payment_due_at: string | null; price_vote_until: string | null }
  /** Whether the buy is open, so that an unpaid order can be cancelled. */
  open: boolean
  /** The order that was just joined, whose notice has its button for paying. */
  joinedId: string | null
  /** The server's time of the response. */
  now: string
  /** Content below the orders. */
  children?: React.ReactNode
}

/** The viewer's orders in this buy, their cost, and how to leave while that is possible. */
export function OwnPartCard({ parts, buy, open, joinedId, now, children }: OwnPartProps) {
  const { i18n } = useLingui()
  if (parts.length === 0) return null
  return (
    <Card as="section" className="grid gap-4 border-l-4 border-l-leaf">
      <h2 id="your-part" className="text-18">
        {i18n.t('Your part')}
      </h2>
      <ul className="grid gap-4">
        {parts.map((part) => (
          <li key={part.id} className="grid gap-1">
            <p>
              {FINAL.has(part.status) ? (
                <Trans
                  id="<units>{units}</units> at {price}, <order>order {number}</order>"
                  components={marks(part.id)}
                  values={{
                    units: <>{countUnits(part.quantity, buy.unit)}</>,
                    price: naira(part.unit_price),
                    number: part.order_no,
                  }}
                />
              ) : (
                <Trans
                  id="<units>{units}</units>, <order>order {number}</order>"
                  components={marks(part.id)}
                  values={{ units: <>{countUnits(part.quantity, buy.unit)}</>, number: part.order_no }}
                />
              )}
            </p>
            <p className="text-14 text-soft">{partStatusText(part, { buy, i18n })}</p>
            {part.status === 'pending' && part.id !== joinedId && !buy.price_vote_until && (
              <div>
                <PayLink order={part} until={payBy({ ...part, group_buy: buy })} now={now} />
              </div>
            )}
            {part.status === 'pending' && open && (
              <div className="-ml-3">
                <ConfirmForm
                  className={buttonClass({ tone: 'quiet', size: 'small' })}
                  question={i18n.t('Leave this group buy?')}
                  detail={i18n.t('Others can take your {units}. You have not paid, so you owe nothing.', {
                    units: countUnits(part.quantity, buy.unit),
                  })}
                  confirmLabel={i18n.t('Leave')}
                  cancelLabel={i18n.t('Stay in')}
                  fields={{ intent: 'leave', order_id: part.id, most_charge_kobo: '0' }}
                >
                  {i18n.t('Leave this group buy')}
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

const marks = (orderId: string) => ({
  units: <strong />,
  order: <Link to={`/account/orders/${orderId}`} className="text-link" />,
})

/** Until settlement an order stores the price on joining, which is not the price charged in the end. */
const FINAL = new Set(['confirmed', 'ready', 'collected', 'delivered', 'completed'])

function partStatusText(
  { status, amount_due_kobo: due, hold_expires_at, left_late_at, leave_paid_at }: OwnPart,
  { buy, i18n }: { buy: OwnPartProps['buy']; i18n: I18n },
): string {
  const until = payBy({ hold_expires_at, group_buy: buy })
  switch (status) {
    case 'pending':
      return until
        ? i18n.t('You pay at most {price}, by {due}.', { price: kobo(due), due: moment(until) })
        : i18n.t('You pay at most {price}.', { price: kobo(due) })
    case 'paid':
      return i18n.t('You have paid, and we hold your money. Anything above the final price comes back to you.')
    case 'confirmed':
      return i18n.t('You have paid, and the price is final.')
    case 'ready':
      return i18n.t('It is ready for you.')
    case 'refunding':
      return left_late_at && !leave_paid_at
        ? i18n.t('You left after the free time. Your money comes back once the price of those who stay is final.')
        : i18n.t('Your money is on its way back.')
    case 'refunded':
      return i18n.t('You have been refunded.')
    case 'collected':
    case 'delivered':
    case 'completed':
      return i18n.t('It has been handed over.')
    default:
      return ''
  }
}
