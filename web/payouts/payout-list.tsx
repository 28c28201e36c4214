import { Link } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { payoutText } from './payout-text.ts'
import type { OwnPayout } from './queries.ts'

/** A shop's payouts, newest first. */
export function PayoutList({ payouts }: { payouts: readonly OwnPayout[] }) {
  if (payouts.length === 0) {
    return (
      <EmptyState title="No payouts yet.">Once an order is handed over, its money is yours to take out.</EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-grain">
      {payouts.map((payout) => {
        const { text, tone } = payoutText(payout)
        return (
          <li key={payout.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-4">
            <strong className="tabular-nums">{kobo(payout.amount_kobo)}</strong>
            <Badge tone={tone}>{text}</Badge>
            <span className="text-14 text-soft">
              {datedMoment(payout.created_at)}, {payout.account?.bank_name} ending in {payout.account?.last_four}
              {payout.weekly_for && ', weekly'}
            </span>
            <Link
              to={`/vendor/payouts/orders?payout=${payout.id}`}
              className="inline-flex min-h-11 items-center text-link"
            >
              Its orders
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
