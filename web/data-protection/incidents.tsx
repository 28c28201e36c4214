import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { count, datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/incidents.ts'
import { NoticeClock } from './notice-clock.tsx'
import { type DataIncident, listIncidents } from './queries.ts'
import { DataProtectionTabs } from './tabs.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await listIncidents(context.get(apiContext))), now: new Date().toISOString() }
}

/** Incidents with personal data, open ones first. */
export default function DataIncidents({ loaderData: { rows, failure, now } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead="Data lost, leaked or changed. The commission is told within 72 hours of the discovery."
        action={<LinkButton to="/chief/data-protection/incidents/new">Open an incident</LinkButton>}
      >
        Data protection
      </PageHeading>
      <DataProtectionTabs current="incidents" />
      {failure && <ErrorState message={failure} reload />}
      <Table
        stacked
        caption="Incidents"
        columns={columns(now)}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No incident is on record.">
            Open one as soon as you suspect that data got out: the 72 hours run from the discovery.
          </EmptyState>
        }
      />
    </>
  )
}

const columns = (now: string): Column<DataIncident>[] => [
  {
    header: 'Incident',
    heading: true,
    cell: ({ id, incident_no: number, title }) => (
      <Link to={`/chief/data-protection/incidents/${id}`} className="text-link">
        {number}: {title}
      </Link>
    ),
  },
  { header: 'Discovered', cell: ({ discovered_at: at }) => datedMoment(at) },
  { header: 'People', numeric: true, cell: ({ people_affected: people }) => count(people) },
  { header: 'Commission', cell: (incident) => <NoticeClock incident={incident} now={now} /> },
  { header: 'State', cell: ({ closed_at: at }) => (at ? `Closed ${datedMoment(at)}` : 'Open') },
]

export const meta: Route.MetaFunction = () => pageMeta('Incidents', 'Incidents with personal data.')
