import { data, isRouteErrorResponse, Link } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { refundText } from '#domain/texts/refunds.ts'
import { PAYMENT_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { awaitedDay, kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useLiveRows } from '../live-rows.ts'
import type { Route } from './+types/payment.ts'
import { paymentWords } from './payment-words.ts'
import { type OwnPayment, readPayment } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await readPayment(context.get(apiContext), params.id)
  if (!found.payment && !found.failure) throw data(PAYMENT_NOT_FOUND, { status: 404 })
  return { ...found, isOver: found.payment !== null && Date.parse(found.payment.expires_at) < Date.now() }
}

export async function action({ params, context }: Route.ActionArgs) {
  const done = await context.get(apiContext).command('cancel-payment', { payment_id: params.id })
  return done.ok ? null : { message: done.refusal.message }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ message: errorTexts.offline }))

export const shouldRevalidate = keepWhenOffline

export default function Payment({ loaderData: { payment, failure, isOver }, actionData }: Route.ComponentProps) {
  useLiveRows(payment?.parts.map(({ order_id }) => ({ table: 'orders' as const, filter: `id=eq.${order_id}` })) ?? null)
  if (!payment) return <ErrorState message={failure ?? ''} reload="Nothing has been lost." />
  const { title, tone, badge, text } = paymentWords(payment)
  return (
    <>
      <PageHeading lead={text} action={<Badge tone={tone}>{badge}</Badge>}>
        {title}
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <div className="grid max-w-measure gap-6">
        <DataList
          facts={[
            ...payment.parts.map(({ order, naira_kobo, peps_kobo }) => ({
              label: `${payment.difference ? 'More for delivery: ' : ''}${order.group_buy ? `${order.group_buy.product_name}, order` : 'Order'} ${order.order_no}`,
              value: kobo(naira_kobo + peps_kobo),
            })),
            ...(payment.peps_kobo > 0 ? [{ label: 'Paid in PEPS', value: kobo(payment.peps_kobo) }] : []),
            {
              label: payment.status === 'succeeded' ? 'Paid in naira' : 'To pay in naira',
              value: kobo(payment.received_kobo ?? payment.naira_kobo),
              total: true,
            },
            { label: 'Reference', value: payment.reference },
          ]}
        />
        <Refunds refunds={payment.refunds} />
        <Acts payment={payment} isOver={isOver} />
      </div>
    </>
  )
}

function Refunds({ refunds }: Pick<OwnPayment, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds" className="mb-2 text-22">
        Comes back to you
      </h2>
      <DataList
        facts={refunds.map(({ amount_kobo, status, expected_by }) => ({
          label: `${refundText(status)}${status === 'processed' ? '' : `. Expected by ${awaitedDay(expected_by)}`}`,
          value: kobo(amount_kobo),
        }))}
      />
    </section>
  )
}

function Acts({ payment, isOver }: { payment: OwnPayment; isOver: boolean }) {
  const open = payment.parts.filter(({ order }) => order.status === 'pending')
  const again = `/account/pay?${new URLSearchParams(open.map(({ order_id }) => ['order', order_id]))}`
  const isWaiting = payment.status === 'initiated' || payment.status === 'pending'
  return (
    <div className="flex flex-wrap gap-3">
      {isWaiting && (
        // The server asks the gateway: a page, no screen of ours.
        <a href={`/pay/${payment.id}/back`} className={buttonClass({ tone: 'plain' })}>
          Check again
        </a>
      )}
      {isWaiting && !isOver && (
        <a href={`/pay/${payment.id}`} className={buttonClass({})}>
          Go to the payment page
        </a>
      )}
      {isWaiting && !isOver && (
        <ConfirmForm
          className={buttonClass({ tone: 'plain' })}
          question="Cancel this payment?"
          detail="Your order stays, and you can change it, leave it or pay in another way. Do not cancel what you have paid already: we are still hearing from the bank."
          confirmLabel="Cancel the payment"
          cancelLabel="Keep it"
          fields={{ intent: 'cancel' }}
        >
          Cancel the payment
        </ConfirmForm>
      )}
      {payment.difference && (!isWaiting || isOver) && (
        <LinkButton to={`/account/orders/${payment.difference.order_id}`} tone="plain">
          Your order
        </LinkButton>
      )}
      {(!isWaiting || isOver) && open.length > 0 && <LinkButton to={again}>Try again</LinkButton>}
      {payment.documents.map(({ number }) => (
        <LinkButton key={number} to={`/account/receipts/${number}`}>
          Receipt
        </LinkButton>
      ))}
      <Link to="/account/orders" className={buttonClass({ tone: 'plain' })}>
        Your orders
      </Link>
      <Link to="/account/payments" className={buttonClass({ tone: 'plain' })}>
        All payments
      </Link>
    </div>
  )
}

export const meta: Route.MetaFunction = () => titled('Payment', 'What became of your payment.')

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <PageHeading lead="It may belong to another account, or the address is mistyped.">
        {PAYMENT_NOT_FOUND}
      </PageHeading>
      <LinkButton to="/account/orders">Your orders</LinkButton>
    </>
  )
}
