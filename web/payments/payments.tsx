import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payments.ts'
import { paymentText } from './payment-text.ts'
import { listOwnPayments } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return listOwnPayments(context.get(apiContext), context.get(viewerContext).userId ?? '')
}

/** A user's payments, newest first, with their refunds. */
export default function Payments({ loaderData: { payments, failure } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('What you have paid, and what is on its way back to you.')}>
        {i18n.t('Payments')}
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      {!failure && payments.length === 0 && (
        <EmptyState
          title={i18n.t('No payments yet.')}
          action={<LinkButton to="/account/orders">{i18n.t('Your orders')}</LinkButton>}
        >
          {i18n.t('When you pay for an order, the payment appears here.')}
        </EmptyState>
      )}
      <ul className="divide-y divide-grain">
        {payments.map((payment) => (
          <li key={payment.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-4">
            <Link to={`/account/payments/${payment.id}`} className="deal-link font-bold tabular-nums">
              {kobo((payment.received_kobo ?? payment.naira_kobo) + payment.peps_kobo)}
            </Link>
            <Badge tone={paymentText(payment).tone}>{i18n.t(paymentText(payment).badge)}</Badge>
            <span className="text-14 text-soft">{datedMoment(payment.created_at)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Payments'), i18n.t('What you have paid, and what is on its way back to you.'))
}
