import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, Link, redirect } from 'react-router'
import { readReferralCode } from '#api/referral-code.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { circlePath } from '#domain/texts/paths.ts'
import { PAYMENT_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { contributionText, paymentText } from '#web/payments/payment-text.ts'
import { listPaidOrders, type OwnPayment, readPayment } from '#web/payments/queries.ts'
import { listPaymentReturns } from '#web/returns/queries.ts'
import { addReturns, type ReturnedMoney, returnedFacts } from '#web/returns/returned-money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payment.ts'
import { PaidOrders } from './paid-orders.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [found, { code }, returns] = await Promise.all([
    readPayment(api, params.id),
    readReferralCode(api, context.get(viewerContext).userId),
    isUuid(params.id) ? listPaymentReturns(api, [params.id]) : [],
  ])
  if (!found.payment && !found.failure) throw data(PAYMENT_NOT_FOUND, { status: 404 })
  // This attempt's gateway page was lost, and a new attempt with another number replaced it.
  if (found.payment?.replaced_by) throw redirect(`/account/payments/${found.payment.replaced_by}`)
  const now = new Date()
  const isOver = found.payment !== null && Date.parse(found.payment.expires_at) < now.getTime()
  const { origin } = context.get(siteContext)
  const isPaid = found.payment?.status === 'succeeded' && !found.payment.difference
  const paid = isPaid ? await listPaidOrders(api, found.payment?.parts.map(({ order_id }) => order_id) ?? []) : []
  return { ...found, isOver, returned: addReturns(returns), now: now.toISOString(), paid, origin, code }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const done = await context.get(apiContext).command('cancel-payment', { payment_id: params.id })
  return done.ok ? null : rejectCommand(await readForm(request), done)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, failure, isOver, returned, now, paid, origin, code } = loaderData
  const { i18n } = useLingui()
  useLiveRows(payment?.parts.map(({ order_id }) => ({ table: 'orders' as const, filter: `id=eq.${order_id}` })) ?? null)
  if (!payment) return <ErrorState message={failure ?? ''} reload={i18n.t('Nothing is lost.')} />
  const { title, tone, badge, text } = paymentText(payment)
  return (
    <>
      <PageHeading
        lead={i18n.t(payment.ajo && payment.status === 'succeeded' && !payment.trouble ? CONTRIBUTION_PAID : text)}
        action={<Badge tone={tone}>{i18n.t(badge)}</Badge>}
      >
        {i18n.t(title)}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-measure gap-6">
        <DataList
          facts={[
            ...payment.parts.map(({ order, naira_kobo, peps_kobo }) => ({
              label: partLabel(i18n, {
                order,
                difference: payment.difference ? 'delivery' : payment.price ? 'price' : null,
              }),
              value: kobo(naira_kobo + peps_kobo),
            })),
            ...(payment.ajo ? [{ label: contributionText(i18n, payment.ajo), value: kobo(payment.naira_kobo) }] : []),
            ...(payment.peps_kobo > 0 ? [{ label: i18n.t('Paid in PEPS'), value: kobo(payment.peps_kobo) }] : []),
            {
              label: nairaLabel(i18n, payment),
              value: kobo(payment.received_kobo ?? payment.naira_kobo),
              total: true,
            },
            { label: i18n.t('Reference'), value: payment.reference },
          ]}
        />
        <Refunds returned={returned} now={now} />
        <PaidOrders orders={paid} origin={origin} code={code} now={now} />
        <Actions payment={payment} isOver={isOver} />
      </div>
    </>
  )
}

/** In place of the text about sharing day. */
const CONTRIBUTION_PAID = /*i18n*/ 'We hold your money for you until the circle buys.'

function nairaLabel(i18n: I18n, { gateway, status }: OwnPayment): string {
  if (gateway === 'ajo') return i18n.t('Paid from your money in ajo')
  return status === 'succeeded' ? i18n.t('Paid in naira') : i18n.t('To pay in naira')
}

interface PaidFor {
  order: OwnPayment['parts'][number]['order']
  /** Only the difference for a more expensive delivery option or a higher price. */
  difference: 'delivery' | 'price' | null
}

function partLabel(i18n: I18n, { order, difference }: PaidFor): string {
  const number = order.order_no
  const product = order.group_buy?.product_name
  if (difference === 'price')
    return i18n.t('More for the new price: {product}, order {number}', { product: product ?? '', number })
  if (difference) {
    return product
      ? i18n.t('More for delivery: {product}, order {number}', { product, number })
      : i18n.t('More for delivery: order {number}', { number })
  }
  return product ? i18n.t('{product}, order {number}', { product, number }) : i18n.t('Order {number}', { number })
}

function Refunds({ returned, now }: { returned: ReturnedMoney; now: string }) {
  const { i18n } = useLingui()
  const facts = returnedFacts(i18n, returned, now)
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds" className="mb-2 text-22">
        {i18n.t('Money coming back to you')}
      </h2>
      <DataList facts={facts} />
    </section>
  )
}

function Actions({ payment, isOver }: { payment: OwnPayment; isOver: boolean }) {
  const { i18n } = useLingui()
  const open = payment.parts.filter(({ order }) => order.status === 'pending')
  const again = `/account/pay?${new URLSearchParams(open.map(({ order_id }) => ['order', order_id]))}`
  const isWaiting = payment.status === 'initiated' || payment.status === 'pending'
  const mayGoOn = isWaiting && !isOver
  const hasLeft = payment.left_at !== null
  // While money may be on its way, the first act is to ask for it, not to send more.
  const tone = mayGoOn && !hasLeft ? 'primary' : 'plain'
  const check = isWaiting && (
    // The server queries the gateway: a full navigation instead of a client-side route. A changed colour does not fade,
    // during which it could not be read.
    <a key={tone} href={`/pay/${payment.id}/back`} className={buttonClass({ tone })}>
      {i18n.t('Check again')}
    </a>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {!hasLeft && check}
      {mayGoOn && (
        <a href={`/pay/${payment.id}`} className={buttonClass(hasLeft ? {} : { tone: 'plain' })}>
          {i18n.t('Go to the payment page')}
        </a>
      )}
      {mayGoOn && hasLeft && open.length > 0 && (
        <LinkButton to={again} tone="plain">
          {i18n.t('Pay in another way')}
        </LinkButton>
      )}
      {hasLeft && check}
      {isWaiting && !isOver && (
        <ConfirmForm
          className={buttonClass({ tone: 'plain' })}
          question={i18n.t('Cancel this payment?')}
          detail={i18n.t(
            'Your order stays. You can change it, leave it or pay in another way. If you have paid already, do not cancel: the bank has not told us yet.',
          )}
          confirmLabel={i18n.t('Cancel the payment')}
          cancelLabel={i18n.t('Keep it')}
          fields={{ intent: 'cancel' }}
        >
          {i18n.t('Cancel the payment')}
        </ConfirmForm>
      )}
      {payment.difference && (!isWaiting || isOver) && (
        <LinkButton to={`/account/orders/${payment.difference.order_id}`} tone="plain">
          {i18n.t('Your order')}
        </LinkButton>
      )}
      {(!isWaiting || isOver) && open.length > 0 && <LinkButton to={again}>{i18n.t('Try again')}</LinkButton>}
      {payment.documents.map(({ number }) => (
        <LinkButton key={number} to={`/account/receipts/${number}`}>
          {i18n.t('Receipt')}
        </LinkButton>
      ))}
      {payment.ajo && (
        <LinkButton to={circlePath(payment.ajo.contribution.circle.id)} tone="plain">
          {i18n.t('Your circle')}
        </LinkButton>
      )}
      <Link to="/account/orders" className={buttonClass({ tone: 'plain' })}>
        {i18n.t('Your orders')}
      </Link>
      <Link to="/account/payments" className={buttonClass({ tone: 'plain' })}>
        {i18n.t('All payments')}
      </Link>
    </div>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Payment'), i18n.t('What happened to your payment.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: PAYMENT_NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '/account/orders',
})
