import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { JoinOutcome } from './join.ts'

interface LostOutcomeProps {
  outcome: JoinOutcome | null
  /** The buys of the list. */
  shown: readonly { id: string }[]
  /** The server's time of the response. */
  now: string
}

/** The result of a Join whose card has left the page because its buy has ended or moved in the list. */
export function LostOutcome({ outcome, shown, now }: LostOutcomeProps) {
  const { i18n } = useLingui()
  if (!outcome || shown.some(({ id }) => id === outcome.buyId)) return null
  if (!outcome.joined) {
    return (
      <Notice tone="error" className="mb-4">
        {translate(i18n, outcome.text)}
      </Notice>
    )
  }
  return (
    <Notice tone="success" className="mb-4">
      {i18n.t('You are in: order {number}.', { number: outcome.joined.orderNo })}{' '}
      <Link to={`/account/orders/${outcome.joined.orderId}`} className="text-link">
        {i18n.t('See your order')}
      </Link>
      <div className="mt-2">
        <PayLink
          order={{ id: outcome.joined.orderId, amount_due_kobo: outcome.joined.amountDueKobo }}
          until={outcome.joined.holdExpiresAt}
          now={now}
        />
      </div>
    </Notice>
  )
}
