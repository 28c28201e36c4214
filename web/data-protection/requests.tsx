import { Link } from 'react-router'
import { requestChannelLabels, requestKindLabels, requestStatusLabels } from '#domain/data-protection/requests.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/requests.ts'
import { type DataRequestRow, listRequests, REQUESTS_SHOWN } from './queries.ts'
import { DataProtectionTabs } from './tabs.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const show: 'open' | 'closed' = url.searchParams.get('show') === 'closed' ? 'closed' : 'open'
  return { show, list: await listRequests(context.get(apiContext), show), today: lagosDate(new Date()) }
}

/** Requests of people about their data, overdue ones first. */
export default function DataRequests({ loaderData: { show, list, today } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead="What people ask about their data. The law gives 30 days."
        action={<LinkButton to="/chief/data-protection/new">Enter a request</LinkButton>}
      >
        Data protection
      </PageHeading>
      <DataProtectionTabs current="requests" />
      <Tabs
        label="Requests"
        tabs={[
          { to: '/chief/data-protection', label: 'Open', current: show === 'open' },
          { to: '/chief/data-protection?show=closed', label: 'Closed', current: show === 'closed' },
        ]}
      />
      {list.failure && <ErrorState message={list.failure} reload />}
      <Table
        stacked
        caption="Requests about data"
        columns={columns(show, today)}
        rows={list.rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={show === 'open' ? 'No request is open.' : 'No request has been closed.'}>
            Enter what reaches you by mail, phone or letter. Downloads and deletions that people do themselves are
            closed at once.
          </EmptyState>
        }
      />
      {list.rows.length === REQUESTS_SHOWN && <p className="mt-2 text-14 text-soft">The first {REQUESTS_SHOWN}.</p>}
    </>
  )
}

const columns = (show: 'open' | 'closed', today: string): Column<DataRequestRow>[] => [
  {
    header: 'Request',
    heading: true,
    cell: ({ id, request_no: number, kind }) => (
      <>
        <Link to={`/chief/data-protection/requests/${id}`} className="text-link">
          {number}
        </Link>{' '}
        {requestKindLabels[kind]}
      </>
    ),
  },
  { header: 'Person', cell: ({ requester }) => <span className="break-words">{requester}</span> },
  {
    header: 'Received',
    cell: ({ received_on: on, channel }) => `${datedDay(on)}, ${requestChannelLabels[channel].toLowerCase()}`,
  },
  show === 'open'
    ? {
        header: 'Due',
        cell: ({ due_on: due }) =>
          due < today ? <Badge tone="urgent">Overdue since {datedDay(due)}</Badge> : datedDay(due),
      }
    : { header: 'Outcome', cell: ({ outcome }) => <span className="break-words">{outcome}</span> },
  { header: 'State', cell: ({ status }) => requestStatusLabels[status] },
]

export const meta: Route.MetaFunction = () => pageMeta('Data protection', 'Requests of people about their data.')
