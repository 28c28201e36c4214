import { Link } from 'react-router'
import { troubleTexts } from '#domain/payments/refunds/refund-texts.ts'
import { apiContext } from '#web/context.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payments.ts'
import { listLateRefunds, listUnmatchedPayments } from './queries.ts'
import { refundsText } from './refund-sums.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [refunds, payments] = await Promise.all([listLateRefunds(api), listUnmatchedPayments(api)])
  return { refunds: refundsText(refunds), payments: payments.rows, failure: refunds.failure ?? payments.failure }
}

/** Payments without an order. */
export default function OddPayments({ loaderData: { refunds, payments, failure } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Payments that need attention. Everything else is booked automatically.">Payments</PageHeading>
      {failure && <ErrorState message={failure} reload />}
      <p className="mb-8 text-link">
        <Link to="/chief/refunds">{refunds}</Link>
      </p>
      <SectionHeading>Unmatched payments</SectionHeading>
      {payments.length === 0 && <EmptyState title="Every payment of the last 90 days paid its orders." />}
      <ul className="grid gap-4">
        {payments.map(({ id, reference, trouble, received_kobo, naira_kobo, status, created_at }) => (
          <li key={id} className="rounded-card border border-grain bg-card p-4">
            <p className="flex flex-wrap items-center gap-3">
              <strong className="tabular-nums">{kobo(received_kobo ?? naira_kobo)}</strong>
              <Badge tone="warm">{troubleTexts[trouble ?? ''] ?? status}</Badge>
            </p>
            <p className="mt-1 text-14 wrap-anywhere text-soft">
              <RecordLink kind="payment" id={id}>
                {reference}
              </RecordLink>
              , {datedMoment(created_at)}
            </p>
            <Link to={`/chief/ledger/payments/${id}`} className="inline-block py-2 text-14 text-link">
              Entries <span className="sr-only">for {reference}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Payments', 'Unmatched payments.')
