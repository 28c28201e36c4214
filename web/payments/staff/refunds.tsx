import { Form, useNavigation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { awaitedDay, count, datedMoment, kobo, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/refunds.ts'
import { type LateRefund, listBanks, listLateRefunds } from './queries.ts'
import { refundReasons, refundStandings } from './refund-labels.ts'
import { ageOf, type RefundSum, sumRefunds, totalText } from './refund-sums.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ rows, hasMore, failure }, banks] = await Promise.all([listLateRefunds(api), listBanks(api)])
  const now = new Date()
  return {
    rows,
    hasMore,
    failure,
    banks,
    byReason: sumRefunds(rows, ({ reason }) => reasonText(reason)),
    byAge: sumRefunds(rows, (refund) => ageOf(refund, now)),
  }
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

/** Every refund that has not arrived: whose it is, why, since when, what happens next, and what a chief can do. */
export default function Refunds({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, hasMore, failure, banks, byReason, byAge } = loaderData
  return (
    <>
      <PageHeading
        lead={
          rows.length === 0
            ? 'Refunds that are stuck, have failed, or are past the day that their buyer was told.'
            : `${totalText({ rows, hasMore })}: stuck, failed, or past the day that their buyer was told.`
        }
      >
        Refunds that have not arrived
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      {!failure && rows.length === 0 && (
        <EmptyState title="Every refund is on its way or has arrived.">One that a bank delays appears here.</EmptyState>
      )}
      {rows.length > 0 && (
        <div className="mb-8 grid gap-6 *:min-w-0 md:grid-cols-2">
          <Table
            showCaption
            caption="By reason"
            columns={sumColumns('Reason')}
            rows={byReason}
            rowKey={({ name }) => name}
          />
          <Table showCaption caption="By age" columns={sumColumns('Since')} rows={byAge} rowKey={({ name }) => name} />
        </div>
      )}
      <ul className="grid gap-4">
        {rows.map((refund) => (
          <Refund
            key={refund.id}
            refund={refund}
            banks={banks}
            result={actionData?.values.refund_id === refund.id ? actionData : undefined}
          />
        ))}
      </ul>
    </>
  )
}

const reasonText = (reason: string | null): string => refundReasons[reason ?? ''] ?? reason ?? 'not known'

const sumColumns = (header: string): Column<RefundSum>[] => [
  { header, heading: true, cell: ({ name }) => name },
  { header: 'Refunds', numeric: true, cell: ({ refunds }) => count(refunds) },
  {
    header: 'Amount',
    numeric: true,
    cell: ({ amountKobo }) => <span className="whitespace-nowrap">{kobo(amountKobo)}</span>,
  },
]

interface RefundProps {
  refund: LateRefund
  banks: readonly { code: string; name: string }[]
  result: RefundResult | undefined
}

function Refund({ refund, banks, result }: RefundProps) {
  const { status, amount_kobo: amount, waits_for_second: waits } = refund
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="mb-2 flex flex-wrap items-center gap-3">
        <strong className="text-22 tabular-nums">{kobo(amount ?? 0)}</strong>
        <Badge tone="warm">{refundStandings[status ?? ''] ?? 'Late, still at the bank'}</Badge>
      </p>
      <DataList facts={factsOf(refund)} />
      {waits && (
        <p className="mt-3 text-soft">An account was named. Another chief has to approve it under “Amounts”.</p>
      )}
      {!waits && (status === 'needs_attention' || status === 'failed') && (
        <RetryForm refund={refund} banks={banks} result={result} />
      )}
    </li>
  )
}

function factsOf(refund: LateRefund) {
  const {
    buyer_id: buyer,
    buyer_name: name,
    order_id: order,
    order_no: no,
    payment_id: payment,
    tries,
    failures,
  } = refund
  return [
    {
      label: 'Buyer',
      value: buyer ? (
        <RecordLink kind="person" id={buyer}>
          {name || 'no name'}
        </RecordLink>
      ) : (
        'not known'
      ),
    },
    {
      label: 'Order',
      value: order ? <RecordLink kind="order" id={order}>{`Order ${no}`}</RecordLink> : 'paid no order',
    },
    { label: 'Why', value: reasonText(refund.reason) },
    { label: 'Since', value: datedMoment(refund.created_at ?? '') },
    { label: 'The buyer was told', value: `by ${awaitedDay(refund.expected_by ?? '')}` },
    {
      label: 'Tried',
      value: `${plural(tries ?? 0, 'time')}${failures ? `, refused ${plural(failures, 'time')} by the bank` : ''}`,
    },
    { label: 'Next try', value: refund.next_try_at ? datedMoment(refund.next_try_at) : 'none until somebody acts' },
    ...(refund.to_bank ? [{ label: 'To', value: `${refund.to_bank}, account ending in ${refund.to_last_four}` }] : []),
    {
      label: 'Payment',
      value: payment && (
        <RecordLink kind="payment" id={payment}>
          <span className="wrap-anywhere">{refund.reference}</span>
        </RecordLink>
      ),
    },
  ]
}

function RetryForm({ refund, banks, result }: RefundProps) {
  const { form, field } = useFormFields(result)
  const busy = useNavigation().formData?.get('refund_id') === refund.id
  const options = [
    { value: '', label: 'Where it was paid from' },
    ...banks.map(({ code, name }) => ({ value: code, label: name })),
  ]
  return (
    <Form ref={form} method="post" className="mt-3 flex flex-wrap items-end gap-3">
      <input type="hidden" name="refund_id" value={refund.id ?? ''} />
      <SelectField label="Bank" {...field('bank_code')} options={options} required={false} />
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
      <p className="w-full text-14 text-soft">
        Another account is one that the buyer has named: the bank confirms its name, and a second chief approves it.
      </p>
    </Form>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Refunds that have not arrived', 'Stuck, failed and late refunds.')
