import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { listPaymentReturns, readReturns } from '#web/returns/queries.ts'
import { addReturns, type ReturnedMoney, returnedFacts } from '#web/returns/returned-money.ts'
import { ReturnsSection } from '#web/returns/returns-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payments.ts'
import { contributionText, paymentText } from './payment-text.ts'
import { type ListedPayment, listOwnPayments } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const [list, returns] = await Promise.all([
    listOwnPayments(api, context.get(viewerContext).userId ?? '', page),
    readReturns(api),
  ])
  const parts = await listPaymentReturns(
    api,
    list.rows.map(({ id }) => id),
  )
  const payments = list.rows.map((payment) => ({
    ...payment,
    returned: addReturns(parts.filter(({ payment_id }) => payment_id === payment.id)),
  }))
  return { page, payments, pageCount: list.pageCount, failure: list.failure, returns, now: new Date().toISOString() }
}

/** A user's payments, newest first, with their refunds. */
export default function Payments({
  loaderData: { page, payments, pageCount, failure, returns, now },
}: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('What you have paid, and what is on its way back to you.')}>
        {i18n.t('Payments')}
      </PageHeading>
      <ReturnsSection {...returns} now={now} />
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
          <PaymentRow key={payment.id} payment={payment} now={now} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => pathWithParams('/account/payments', { page: to })}
        label={i18n.t('Payments')}
      />
    </>
  )
}

interface PaymentRowProps {
  payment: ListedPayment & { returned: ReturnedMoney }
  now: string
}

function PaymentRow({ payment, now }: PaymentRowProps) {
  const { i18n } = useLingui()
  return (
    <li className="relative grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link to={`/account/payments/${payment.id}`} className="deal-link font-bold tabular-nums">
          {kobo((payment.received_kobo ?? payment.naira_kobo) + payment.peps_kobo)}
        </Link>
        <Badge tone={paymentText(payment).tone}>{i18n.t(paymentText(payment).badge)}</Badge>
        <span className="text-14 text-soft">{datedMoment(payment.created_at)}</span>
      </p>
      {payment.parts.map(({ order }) => (
        <p key={order.order_no} className="text-14">
          {i18n.t('{product}, order {number}', {
            product: order.lines.map(({ product_name }) => product_name).join(', '),
            number: order.order_no,
          })}
        </p>
      ))}
      {payment.ajo && <p className="text-14">{contributionText(i18n, payment.ajo)}</p>}
      {returnedFacts(i18n, payment.returned, now).map(({ label, value }) => (
        <p key={label} className="text-14">
          {label}: <span className="tabular-nums">{value}</span>
        </p>
      ))}
    </li>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Payments'), i18n.t('What you have paid, and what is on its way back to you.'))
}
