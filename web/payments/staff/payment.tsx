import { data, Link } from 'react-router'
import { orderStateLabels } from '#domain/orders/states.ts'
import { refundText } from '#domain/payments/refunds/refund-texts.ts'
import { PAYMENT_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { awaitedDay, datedMoment, kobo, moment } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import type { Route } from './+types/payment.ts'
import { type PaymentRecord, readPayment } from './payment-queries.ts'
import { methodText, paymentStateText, paymentTone } from './payment-states.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const payment = await readPayment(api, params.id)
  if (!payment) throw data(PAYMENT_NOT_FOUND, { status: 404 })
  return { payment, ...(await openRecord(api, { kind: 'payment', id: payment.id, url })), key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const noted = await handleNoteForm(context.get(apiContext), form, { kind: 'payment', id: params.id })
  return noted ?? reject(form, {})
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A payment: what came in, the orders that it paid, what went back, and the other attempts. */
export default function PaymentScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, notes, history, key } = loaderData
  const { orders, refunds, disputes, attempts } = payment
  const isStuck = refunds.some(({ status }) => status === 'needs_attention' || status === 'failed')
  return (
    <RecordScreen
      list={{ label: 'Payments', to: '/chief/payments' }}
      title={<span className="wrap-anywhere">Payment {payment.reference}</span>}
      lead={
        <>
          {kobo(payment.naira_kobo + payment.peps_kobo)}, by{' '}
          <RecordLink kind="person" id={payment.user_id}>
            {payment.payerName || 'a person without a name'}
          </RecordLink>
          , {datedMoment(payment.created_at)}
        </>
      }
      status={<Badge tone={paymentTone(payment)}>{paymentStateText(payment)}</Badge>}
      notices={<OutcomeNotice outcome={actionData} />}
      acts={
        <>
          {isStuck && <LinkButton to="/chief/refunds">Try the refund again</LinkButton>}
          <LinkButton to={`/chief/ledger/payments/${payment.id}`} tone="plain">
            Its entries in the ledger
          </LinkButton>
        </>
      }
      aside={<RecordNotes kind="payment" notes={notes} sendKey={key} result={actionData} />}
    >
      <div className="grid gap-8 md:grid-cols-2">
        <RecordSection id="money" title="Money">
          <DataList facts={moneyFacts(payment)} />
        </RecordSection>
        <RecordSection id="orders" title="What it paid">
          {orders.length === 0 && <p className="text-soft">No order: what came in goes back.</p>}
          <ul className="grid gap-2 empty:hidden">
            {orders.map(({ order, naira_kobo, peps_kobo }) => (
              <li key={order.id}>
                <RecordLink kind="order" id={order.id}>
                  Order {order.order_no}
                </RecordLink>
                : <span className="tabular-nums">{kobo(naira_kobo + peps_kobo)}</span>
                {peps_kobo > 0 && ` (${kobo(peps_kobo)} in PEPS)`}, {orderStateText(order.status)}
              </li>
            ))}
          </ul>
        </RecordSection>
        <Refunds refunds={refunds} />
        <Disputes disputes={disputes} />
      </div>
      {attempts.length > 0 && (
        <RecordSection id="attempts" title="Other attempts to pay the same">
          <ul className="grid gap-2">
            {attempts.map((attempt) => (
              <li key={attempt.id} className="wrap-anywhere">
                <Link to={`/chief/payments/${attempt.id}`} className="text-link">
                  {attempt.reference}
                </Link>
                : {kobo(attempt.naira_kobo + attempt.peps_kobo)},{' '}
                {paymentStateText({ status: attempt.status, trouble: null })}, {datedMoment(attempt.created_at)}
              </li>
            ))}
          </ul>
        </RecordSection>
      )}
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

const orderStateText = (status: string): string =>
  ((orderStateLabels as Record<string, string>)[status] ?? status).toLowerCase()

function moneyFacts(payment: PaymentRecord): Fact[] {
  const { gateway_id: gatewayId, channel, succeeded_at: paid, next_check_at: next } = payment
  return [
    { label: 'Asked for in naira', value: kobo(payment.naira_kobo) },
    ...(payment.peps_kobo > 0 ? [{ label: 'In PEPS', value: kobo(payment.peps_kobo) }] : []),
    {
      label: 'Came in',
      value: payment.received_kobo === null ? 'nothing yet' : kobo(payment.received_kobo),
      total: true,
    },
    ...(payment.gateway_fee_kobo > 0 ? [{ label: 'Fee of the gateway', value: kobo(payment.gateway_fee_kobo) }] : []),
    ...(payment.charged_back_kobo > 0
      ? [{ label: 'Taken back by the bank', value: kobo(payment.charged_back_kobo) }]
      : []),
    {
      label: 'Gateway',
      value: [payment.gateway, channel && methodText(channel), gatewayId].filter(Boolean).join(', '),
    },
    { label: 'Paid', value: paid ? datedMoment(paid) : 'no' },
    ...(payment.cancelled_at ? [{ label: 'Given up by the payer', value: datedMoment(payment.cancelled_at) }] : []),
    ...(payment.left_at ? [{ label: 'Page left', value: datedMoment(payment.left_at) }] : []),
    {
      label: 'Gateway asked',
      value: `${payment.checks} times${next ? `, next ${moment(next)}` : ''}`,
    },
    ...(payment.replaced_by
      ? [
          {
            label: 'Replaced by',
            value: (
              <RecordLink kind="payment" id={payment.replaced_by}>
                another attempt
              </RecordLink>
            ),
          },
        ]
      : []),
  ]
}

function Refunds({ refunds }: Pick<PaymentRecord, 'refunds'>) {
  return (
    <RecordSection id="refunds" title="Refunds">
      {refunds.length === 0 && <p className="text-soft">Nothing went back.</p>}
      <ul className="grid gap-2 empty:hidden">
        {refunds.map(({ id, amount_kobo, status, expected_by, processed_at, order_id }) => (
          <li key={id}>
            <strong className="tabular-nums">{kobo(amount_kobo)}</strong> {refundText(status)}
            {processed_at ? ` on ${moment(processed_at)}` : `, expected by ${awaitedDay(expected_by)}`}
            {order_id && (
              <>
                {', '}
                <RecordLink kind="order" id={order_id}>
                  its order
                </RecordLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

function Disputes({ disputes }: Pick<PaymentRecord, 'disputes'>) {
  if (disputes.length === 0) return null
  return (
    <RecordSection id="disputes" title="Disputes at the bank">
      <ul className="grid gap-2">
        {disputes.map(({ id, status, amount_kobo, opened_at, seen_at, ended_at }) => (
          <li key={id}>
            <strong className="tabular-nums">{kobo(amount_kobo)}</strong> {DISPUTES[status] ?? status}, opened{' '}
            {datedMoment(opened_at ?? seen_at)}
            {ended_at && `, ended ${datedMoment(ended_at)}`}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

const DISPUTES: Readonly<Record<string, string>> = {
  open: 'undecided; nothing of it is released',
  won: 'won: we keep the payment',
  lost: 'lost: the payer got it back',
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Payment ${loaderData.payment.reference}` : PAYMENT_NOT_FOUND, 'A payment and its orders.')

export const ErrorBoundary = notFoundBoundary({
  title: PAYMENT_NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All payments',
  to: '..',
})
