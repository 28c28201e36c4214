import { Link } from 'react-router'
import { type Role, roleLabels } from '#domain/accounts/roles.ts'
import type { FailedMail } from '#web/mails/queries.ts'
import { count, datedDay, datedMoment, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { WaitingShop } from '#web/vendors/staff/queries.ts'
import { BuysByStage } from '../staff/analytics.tsx'
import { type StatusCount, statusCount } from '../staff/queries.ts'

interface MarketNowProps {
  counts: readonly StatusCount[]
  shops: readonly WaitingShop[]
  mails: { rows: readonly FailedMail[]; failure: string | null }
}

/** The market at this moment, whatever the period: what waits, people by role, and group buys by stage. */
export function MarketNow({ counts, shops, mails }: MarketNowProps) {
  return (
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
  { header: 'Since', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{datedDay(at)}</span> },
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
