import { Link } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'
import type { JoinOutcome } from './join.ts'

/** The result of a Join whose card is no longer on the page: its buy has ended, or has moved in the list. */
export function LostOutcome({ outcome, shown }: { outcome: JoinOutcome | null; shown: readonly { id: string }[] }) {
  if (!outcome || shown.some(({ id }) => id === outcome.buyId)) return null
  if (!outcome.joined) {
    return (
      <Notice tone="error" className="mb-4">
        {outcome.text}
      </Notice>
    )
  }
  return (
    <Notice tone="success" className="mb-4">
      You are in: order {outcome.joined.orderNo}.{' '}
      <Link to={`/account/orders/${outcome.joined.orderId}`} className="text-link">
        See your order
      </Link>
    </Notice>
  )
}
