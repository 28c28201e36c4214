import { Link } from 'react-router'
import { type Role, roleLabels } from '#domain/accounts/roles.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { MonthChart } from '#web/desk/figures/month-chart.tsx'
import { byMonth, monthLabel, newestFirst, total } from '#web/desk/figures/months.ts'
import { type FailedMail, listFailedMails } from '#web/mails/queries.ts'
import { readMonthlyFigures } from '#web/orders/staff/queries.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Price } from '#web/ui/facts/price.tsx'
import { count, datedMoment, longDay, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { listWaitingShops, type WaitingShop } from '#web/vendors/staff/queries.ts'
import { BuysByStage } from '../staff/analytics.tsx'
import { readCounts, type StatusCount, statusCount } from '../staff/queries.ts'
import type { Route } from './+types/overview.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ counts, failure }, { months }, shops, mails] = await Promise.all([
    readCounts(api),
    readMonthlyFigures(api),
    listWaitingShops(api, { states: null }),
    listFailedMails(api),
  ])
  const sums = byMonth(months, lagosDate(new Date()), (rows, month) => ({
    month,
    orders: total(rows, (row) => row.orders),
    promised_orders: total(rows, (row) => row.promised_orders),
    goods: total(rows, ({ goods }) => goods),
  }))
  return { counts, failure, sums, shops, mails }
}

export default function Overview({ loaderData: { counts, failure, sums, shops, mails } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Users, group buys, months and open tasks.">Overview</PageHeading>
      {failure && <ErrorState message={failure} reload />}
      <div className="grid items-start gap-8 md:grid-cols-2">
        <div>
          <SectionHeading>Shops waiting for approval</SectionHeading>
          <Table
            stacked
            caption="Shops waiting for approval"
            columns={shopColumns}
            rows={shops}
            rowKey={({ id }) => id}
            empty={<p className="text-soft">No shop is waiting. New ones appear here as soon as they sign up.</p>}
          />
        </div>
        <div>
          <SectionHeading>Mails that failed</SectionHeading>
          {mails.failure ? (
            <ErrorState message={mails.failure} reload />
          ) : (
            <Table
              stacked
              caption="Mails that could not be sent"
              columns={mailColumns}
              rows={mails.rows}
              rowKey={({ id }) => id}
              empty={<p className="text-soft">{noFailedMail(statusCount(counts, 'mails', 'pending'))}</p>}
            />
          )}
          {mails.rows.length > 0 && (
            <p className="mt-3 text-link">
              <Link to="/chief/settings/mails?status=repeatable">Send them again</Link>
            </p>
          )}
        </div>
        <div>
          <SectionHeading>People by role</SectionHeading>
          <Table
            caption="People by role"
            columns={roleColumns}
            rows={counts.filter(({ subject }) => subject === 'people').sort((a, b) => b.amount - a.amount)}
            rowKey={({ status }) => status}
          />
        </div>
        <div>
          <SectionHeading>Group buys by stage</SectionHeading>
          <BuysByStage counts={counts} />
        </div>
      </div>
      <div className="mt-8">
        <SectionHeading>Orders and goods by month</SectionHeading>
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <MonthChart title="Goods sold, by month" bars={sums.map(({ month, goods }) => ({ month, value: goods }))} />
          <Table
            caption="Orders and goods by month"
            columns={monthColumns}
            rows={newestFirst(sums)}
            rowKey={({ month }) => month}
          />
        </div>
      </div>
    </>
  )
}

const noFailedMail = (pending: number): string =>
  `No mail has failed.${pending > 0 ? ` ${plural(pending, 'mail is', 'mails are')} still to be sent.` : ''} Any that cannot be sent appears here with the reason.`

const shopColumns: Column<WaitingShop>[] = [
  {
    header: 'Shop',
    heading: true,
    cell: ({ id, business_name: name, state }) => (
      <span className="block break-words">
        <Link to={`/chief/vendors/${id}`} className="text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">{state}</span>
      </span>
    ),
  },
  { header: 'Since', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span> },
]

const mailColumns: Column<FailedMail>[] = [
  {
    header: 'To',
    heading: true,
    cell: ({ recipient_email: to, subject }) => (
      <span className="block max-w-64 break-words">
        {to}
        <span className="block text-14 font-normal text-soft">{subject}</span>
      </span>
    ),
  },
  {
    header: 'Cause',
    cell: ({ error, created_at: at }) => (
      <span className="block sm:min-w-32 break-words">
        {error ?? 'not known'}
        <span className="block text-14 text-soft">{datedMoment(at)}</span>
      </span>
    ),
  },
]

const roleColumns: Column<StatusCount>[] = [
  {
    header: 'Role',
    heading: true,
    cell: ({ status }) => (
      <Link to={`/chief/customers?role=${status}`} className="text-link">
        {roleLabels[status as Role] ?? status}
      </Link>
    ),
  },
  { header: 'People', numeric: true, cell: ({ amount }) => count(amount) },
]

const monthColumns: Column<{ month: string; orders: number; promised_orders: number; goods: number }>[] = [
  {
    header: 'Month',
    heading: true,
    cell: ({ month }) => <span className="whitespace-nowrap">{monthLabel(month)}</span>,
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Promised', numeric: true, cell: ({ promised_orders: promised }) => count(promised) },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
]

export const meta: Route.MetaFunction = () => pageMeta('Overview', 'Users, group buys, months and open tasks.')
