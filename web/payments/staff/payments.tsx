import { Form, Link, useNavigation } from 'react-router'
import { troubleTexts } from '#domain/payments/refunds/refund-texts.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { awaitedDay, datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payments.ts'
import { listStuckRefunds, listUnmatchedPayments, type StuckRefund } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [refunds, payments] = await Promise.all([
    listStuckRefunds(api, lagosDate(new Date())),
    listUnmatchedPayments(api),
  ])
  return { refunds: refunds.rows, payments: payments.rows, failure: refunds.failure ?? payments.failure }
}

interface RefundResult extends FormResult {
  /** The bank's name for the typed account, to be confirmed. */
  accountName?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const done = await context.get(apiContext).command('repeat-refund', {
    refund_id: field('refund_id'),
    bank_code: field('bank_code') || null,
    account_number: field('account_number') || null,
    account_name: field('account_name') || null,
  })
  if (!done.ok && done.refusal.code === 'account_name_to_confirm') {
    const { message: text, details } = done.refusal
    return reject(form, { text, accountName: String(details?.account_name ?? '') })
  }
  return commandResult(form, done, ({ is_waiting: isWaiting }) =>
    isWaiting
      ? 'Entered. Another chief has to approve it first, in the list of amounts.'
      : 'The refund is being tried again. The result is here within a minute.',
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Exceptional cases: stuck refunds, and payments without an order. */
export default function OddPayments({ loaderData: { refunds, payments, failure }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Refunds and payments that need attention. Everything else is booked automatically.">
        Payments
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      <SectionHeading>Refunds that are stuck or late</SectionHeading>
      {refunds.length === 0 && <EmptyState title="No refund is stuck or late." />}
      <ul className="mb-10 grid gap-4">
        {refunds.map((refund) => (
          <Refund
            key={refund.id}
            refund={refund}
            result={actionData?.values.refund_id === refund.id ? actionData : undefined}
          />
        ))}
      </ul>
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
              {reference}, {datedMoment(created_at)}
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

function Refund({ refund, result }: { refund: StuckRefund; result: RefundResult | undefined }) {
  const { form, field } = useFormFields(result)
  const busy = useNavigation().formData?.get('refund_id') === refund.id
  const { id, amount_kobo, status, reason, expected_by, created_at, payment } = refund
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-center gap-3">
        <strong className="tabular-nums">{kobo(amount_kobo)}</strong>
        <Badge tone="warm">{STANDINGS[status] ?? 'Late, still at the bank'}</Badge>
      </p>
      <p className="mt-1 text-14 wrap-anywhere text-soft">
        {REASONS[reason] ?? reason}, {payment.reference}, {datedMoment(created_at)}. Expected by{' '}
        {awaitedDay(expected_by)}
      </p>
      <Link to={`/chief/ledger/payments/${payment.id}`} className="inline-block py-2 text-14 text-link">
        Entries <span className="sr-only">for {payment.reference}</span>
      </Link>
      {(status === 'needs_attention' || status === 'failed') && (
        <Form ref={form} method="post" className="mt-3 flex flex-wrap items-end gap-3">
          <input type="hidden" name="refund_id" value={id} />
          <TextField label="Bank code" {...field('bank_code')} inputMode="numeric" maxLength={6} required={false} />
          <TextField
            label="Account number"
            {...field('account_number')}
            inputMode="numeric"
            maxLength={10}
            required={false}
          />
          {result?.accountName && <input type="hidden" name="account_name" value={result.accountName} />}
          <Button busy={busy} busyLabel="Sending">
            {result?.accountName ? `Send to ${result.accountName}` : 'Try again'}
          </Button>
        </Form>
      )}
    </li>
  )
}

const STANDINGS: Readonly<Record<string, string>> = {
  failed: 'Failed, retried automatically',
  needs_attention: 'Stuck at the bank',
}

const REASONS: Readonly<Record<string, string>> = {
  left: 'Left a group buy',
  price_drop: 'The price fell',
  delivery_changed: 'Less for delivery',
  payment_reversed: 'Its other payment was taken back',
  buy_failed: 'Too few paid',
  buy_cancelled: 'Group buy cancelled',
  order_cancelled: 'Order cancelled',
  not_payable: 'Paid too late or twice',
  amount: 'Another amount',
  resale: 'Uncollected goods sold',
  short_delivery: 'Partial refund',
}

export const meta: Route.MetaFunction = () => pageMeta('Payments', 'Stuck refunds and unmatched payments.')
