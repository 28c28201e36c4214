import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { payBy } from '#domain/orders/pay-by.ts'
import { countUnits } from '#domain/products/units.ts'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { focusResult } from './focus-result.ts'
import type { Joining } from './use-join.ts'

interface JoinedNoticeProps {
  buy: { unit: string; payment_due_at: string | null }
  join: Pick<Joining, 'joined'>
  /** The server's time of the response. */
  now: string
  /** Further acts. */
  children?: React.ReactNode
}

/** "You are in", with the next act, which is paying, and a link to the order. */
export function JoinedNotice({ buy, join: { joined }, now, children }: JoinedNoticeProps) {
  const { i18n } = useLingui()
  if (!joined) return null
  const order = { id: joined.orderId, amount_due_kobo: joined.amountDueKobo }
  return (
    <div ref={focusResult} tabIndex={-1} key={`${joined.orderId} ${joined.quantity}`} className="relative z-10">
      <Notice tone="success">
        {i18n.t('You are in: order {number}, {units}.', {
          number: joined.orderNo,
          units: countUnits(joined.quantity, buy.unit),
        })}{' '}
        <Link to={`/account/orders/${joined.orderId}`} className="text-link">
          {i18n.t('See your order')}
        </Link>
        <div className="mt-2">
          <PayLink order={order} until={payBy({ hold_expires_at: joined.holdExpiresAt, group_buy: buy })} now={now} />
        </div>
        {children}
      </Notice>
    </div>
  )
}
