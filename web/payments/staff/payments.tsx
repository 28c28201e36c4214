import { Link } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { DeskHeading } from '#web/desk/lists/desk-heading.tsx'
import { Downloads } from '#web/desk/lists/downloads.tsx'
import { KeysetTable } from '#web/desk/lists/keyset-table.tsx'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedDay, datedMoment, kobo } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/payments.ts'
import {
  ATTENTION,
  listPayments,
  PAYMENT_FILTERS,
  readPaymentAddress,
  type StaffPayment,
  sumPayments,
} from './payment-list.ts'
import { methodText, paymentStateText, paymentTone } from './payment-states.ts'
import { PaymentSums } from './payment-sums.tsx'
import { countOddPayments, listLateRefunds } from './queries.ts'
import { refundsText } from './refund-sums.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const today = lagosDate(new Date())
  const address = readPaymentAddress(url.searchParams, today)
  const [refunds, odd, list, sums] = await Promise.all([
    listLateRefunds(api),
    countOddPayments(api),
    listPayments(api, address, url.searchParams),
    sumPayments(api, address),
  ])
  const { query, days } = address
  return { query, days, list, sums, odd, refunds: refundsText(refunds), failure: refunds.failure, today }
}

/** Every payment, and first those that need attention. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { query, days, list, sums, odd, refunds, failure, today } = loaderData
  const { search } = query
  const isOdd = query.status === ATTENTION
  return (
    <>
      <DeskHeading
        title="Payments"
        lead={
          search
            ? `Payments whose reference begins with ${search}, of all days.`
            : `Begun from ${datedDay(days.from)} to ${datedDay(days.until)}${days.isCut ? ': at most 92 days at a time' : ''}, newest first.`
        }
      />
      {failure && <ErrorState message={failure} reload />}
      <p className="mb-4 text-link">
        <Link to="/chief/refunds">{refunds}</Link>
      </p>
      <Tabs
        label="Payments"
        tabs={[
          {
            to: `?status=${ATTENTION}`,
            label: 'Needs attention',
            current: isOdd,
            ...(odd !== null && { amount: odd }),
          },
          { to: '?', label: 'All payments', current: !isOdd },
        ]}
      />
      <ViewTabs />
      <ListFilters filters={PAYMENT_FILTERS} query={query} today={today} />
      {sums && sums.length > 0 && <PaymentSums sums={sums} days={days} />}
      <KeysetTable
        noun={{ one: 'payment', many: 'payments' }}
        list={list}
        count={sums ? sums.reduce((total, { payments }) => total + payments, 0) : null}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={isOdd ? 'Every payment of these days paid its orders.' : 'No payment matches.'}>
            {search ? 'Check the reference: it begins with AJ-.' : 'Other days or filters may have some.'}
          </EmptyState>
        }
      />
      {list.rows.length > 0 && <Downloads noun="payments" />}
    </>
  )
}

const columns: Column<StaffPayment>[] = [
  {
    header: 'Payment',
    heading: true,
    cell: ({ id, reference, created_at: at }) => (
      <span className="block wrap-anywhere sm:min-w-44">
        <RecordLink kind="payment" id={id}>
          {reference}
        </RecordLink>
        <span className="block text-14 font-normal text-soft">{datedMoment(at)}</span>
      </span>
    ),
  },
  {
    header: 'Payer',
    cell: ({ user_id: id, payer_name: name }) => (
      <RecordLink kind="person" id={id}>
        {name || 'no name'}
      </RecordLink>
    ),
  },
  {
    header: 'State',
    cell: (payment) => <Badge tone={paymentTone(payment)}>{paymentStateText(payment)}</Badge>,
  },
  { header: 'Method', cell: ({ method }) => methodText(method) },
  { header: 'Asked for', numeric: true, cell: ({ amount_kobo }) => <Amount amountKobo={amount_kobo} /> },
  { header: 'Came in', numeric: true, cell: ({ received_kobo }) => <Amount amountKobo={received_kobo} /> },
]

const Amount = ({ amountKobo }: { amountKobo: number | null }) => (
  <span className="whitespace-nowrap">{amountKobo === null ? 'nothing yet' : kobo(amountKobo)}</span>
)

export const meta: Route.MetaFunction = () => pageMeta('Payments', 'Every payment.')
