import { Link, useLocation } from 'react-router'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { refundText, troubleTexts } from '#domain/payments/refunds/refund-texts.ts'
import { clocks } from '#domain/time/clocks.ts'
import { NextStep } from '#web/claims/parts.tsx'
import { type ClaimRow, listDisputes } from '#web/claims/queries.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { DeskHeading } from '#web/desk/lists/desk-heading.tsx'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import { type BuyerContactResult, lookUpBuyer, ReachBuyer } from '#web/desk/reach-buyer.tsx'
import { CALL_SORTS, DueCalls } from '#web/desk/records/due-calls.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { listDueCalls } from '#web/desk/records/record-queries.ts'
import { english } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { datedMoment, kobo, timeLeft } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/queue.ts'
import { buyColumn } from './buy-column.tsx'
import { listOddMoney, listRunningBuys, type OddPayment, type OddRefund, type RunningBuy } from './queue-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const [buys, money, disputes, calls] = await Promise.all([
    listRunningBuys(api, scope),
    listOddMoney(api),
    listDisputes(api),
    listDueCalls(api, { latestFirst: readListQuery(url.searchParams, {}, CALL_SORTS).sort === '-due' }),
  ])
  const failure = buys.failure ?? money.failure ?? disputes.failure
  return { scope, buys: buys.rows, money, disputes: disputes.rows, calls, failure, now: new Date().toISOString() }
}

export const action = async ({ request, context }: Route.ActionArgs) =>
  lookUpBuyer(context.get(apiContext), await request.formData())

/** Work in a region that needs a decision or a phone call. Money is read-only here: chiefs act on it. */
export default function Queue({ loaderData, actionData }: Route.ComponentProps) {
  const { scope, buys, money, disputes, calls, failure, now } = loaderData
  const base = `/${useLocation().pathname.split('/')[1]}`
  const isShort = ({ paid_participants: paid, min_participants: least }: RunningBuy) => paid < least
  const isPartRequested = (buy: RunningBuy) =>
    buy.status === 'settling' && buy.final_price === null && !buy.part_pack_confirmed_at && buy.part_pack_until !== null
  const honouring = buys.filter(
    (buy) =>
      isPartRequested(buy) ||
      (buy.status === 'settling' && isShort(buy) && !buy.honoured_at && buy.paid_participants > 0),
  )
  const extending = buys.filter((buy) => buy.status === 'closed' && isShort(buy))
  return (
    <>
      <DeskHeading title="Queue" lead="Decisions and calls that are due." scope={scope} />
      {failure && <ErrorState message={failure} reload />}
      <QueueSection id="calls" title="Calls to make again" calm="No call is due.">
        {calls.rows.length > 0 && <DueCalls calls={calls} />}
      </QueueSection>
      <QueueSection id="claims" title="Disputes and appeals" calm="No claim waits for a decision.">
        {disputes.length > 0 && (
          <Table
            stacked
            caption="Disputes and appeals"
            columns={claimColumns(base, now)}
            rows={disputes}
            rowKey={({ id }) => id}
          />
        )}
      </QueueSection>
      <QueueSection id="honour" title="Waiting for the vendor’s decision" calm="No vendor has a decision to make.">
        {honouring.length > 0 && (
          <Buys
            caption="Group buys below their minimum or with an open pack, which the vendor may confirm"
            buys={honouring}
            base={base}
          >
            {({ payment_due_at: due, part_pack_until: answerBy }) =>
              answerBy
                ? `${timeLeft(english, answerBy, now)}, then the last pack is not brought`
                : due
                  ? `${timeLeft(english, until(due), now)}, then everyone is refunded`
                  : 'not set'
            }
          </Buys>
        )}
      </QueueSection>
      <QueueSection
        id="extensions"
        title="Closed with too few paid"
        calm="No closed group buy has too few paid people."
      >
        {extending.length > 0 && (
          <Buys caption="Closed group buys with too few paid people" buys={extending} base={base}>
            {shortWords}
          </Buys>
        )}
      </QueueSection>
      <QueueSection id="refunds" title="Refunds that are stuck" calm="No refund of your shops’ orders is stuck.">
        {money.refunds.length > 0 && (
          <Table
            stacked
            caption="Stuck refunds"
            columns={[...refundColumns, buyerColumn(actionData)]}
            rows={money.refunds}
            rowKey={({ id }) => id}
          />
        )}
      </QueueSection>
      <QueueSection id="payments" title="Unmatched payments" calm="Every payment of the last 90 days paid its orders.">
        {money.payments.length > 0 && (
          <Table
            stacked
            caption="Unmatched payments"
            columns={[...paymentColumns, buyerColumn(actionData)]}
            rows={money.payments}
            rowKey={({ id }) => id}
          />
        )}
      </QueueSection>
      <QueueSection id="running" title="All running group buys" calm="No group buy is running in these states.">
        {buys.length > 0 && (
          <Buys caption="Running group buys" buys={buys} base={base}>
            {({ status }) => buyLabel(status)}
          </Buys>
        )}
      </QueueSection>
    </>
  )
}

const until = (due: string) => new Date(Date.parse(due) + clocks.vendorHonoursWithinMs)

function shortWords({ allow_extension: offered, extended_at: extended, payment_due_at: due }: RunningBuy): string {
  const day = due ? datedMoment(due) : 'the due time'
  return offered && !extended ? `Open 3 days longer from ${day}` : `The vendor decides from ${day}`
}

interface QueueSectionProps {
  id: string
  title: string
  /** Text of the empty state. */
  calm: string
  children: React.ReactNode
}

function QueueSection({ id, title, calm, children }: QueueSectionProps) {
  return (
    <div className="mb-8">
      <SectionHeading id={id}>{title}</SectionHeading>
      {children || <p className="text-soft">{calm}</p>}
    </div>
  )
}

interface BuysProps {
  caption: string
  buys: readonly RunningBuy[]
  base: string
  /** The next step of a buy. */
  children: (buy: RunningBuy) => string
}

function Buys({ caption, buys, base, children: next }: BuysProps) {
  const columns: Column<RunningBuy>[] = [
    buyColumn(base),
    {
      header: 'Paid, minimum',
      numeric: true,
      cell: ({ paid_participants: paid, min_participants: least }) => `${paid}, ${least}`,
    },
    { header: 'Next', wide: true, cell: next },
  ]
  return <Table stacked caption={caption} columns={columns} rows={buys} rowKey={({ id }) => id} />
}

const claimColumns = (base: string, now: string): Column<ClaimRow>[] => [
  {
    header: 'Claim',
    heading: true,
    cell: ({ id, claim_no, order, vendor }) => (
      <>
        <Link to={`${base}/claims/${id}`} className="text-link">
          {claim_no}
        </Link>
        , order {order?.order_no}
        {vendor && `, ${vendor.business_name}`}
      </>
    ),
  },
  { header: 'Asked', numeric: true, cell: ({ requested_kobo }) => kobo(requested_kobo) },
  { header: 'Next', wide: true, cell: (claim) => <NextStep claim={claim} now={now} /> },
]

const refundColumns: Column<OddRefund>[] = [
  { header: 'Order', heading: true, cell: MoneyOrder },
  { header: 'Amount', numeric: true, cell: ({ amount_kobo }) => kobo(amount_kobo) },
  { header: 'Standing', cell: ({ status }) => refundText(status) },
  { header: 'Since', cell: ({ created_at }) => datedMoment(created_at) },
]

const paymentColumns: Column<OddPayment>[] = [
  { header: 'Order', heading: true, cell: MoneyOrder },
  { header: 'Came in', numeric: true, cell: ({ received_kobo, naira_kobo }) => kobo(received_kobo ?? naira_kobo) },
  { header: 'Problem', cell: ({ trouble, status }) => troubleTexts[trouble ?? ''] ?? status },
  { header: 'Paid', cell: ({ created_at }) => datedMoment(created_at) },
]

function MoneyOrder({ order_id: id, order_no: no, vendor_name: shop }: OddRefund | OddPayment) {
  return (
    <>
      {id ? (
        <RecordLink kind="order" id={id}>
          {no}
        </RecordLink>
      ) : (
        no
      )}
      , {shop}
    </>
  )
}

const buyerColumn = (answer: BuyerContactResult | null | undefined): Column<OddRefund | OddPayment> => ({
  header: 'Buyer',
  cell: ({ order_id: id, order_no }) => id && <ReachBuyer orderId={id} orderNo={order_no ?? ''} answer={answer} />,
})

export const meta: Route.MetaFunction = () => pageMeta('Queue', 'Decisions and calls that are due in a region.')
