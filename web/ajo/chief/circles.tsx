import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedDay, kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { circleKinds, circleStates } from '../circle-texts.ts'
import { type CircleSheet, listAllCircles, readAjoSettings } from '../queries.ts'
import type { Route } from './+types/circles.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const [list, { isOn, offersTurns }] = await Promise.all([listAllCircles(api, page), readAjoSettings(api)])
  return { list, isOn, offersTurns, page }
}

const COLUMNS: readonly Column<CircleSheet>[] = [
  {
    header: 'Circle',
    heading: true,
    cell: ({ id, name, kind, created_at }) => (
      <>
        <Link to={`/chief/ajo/${id}`} className="text-link">
          {name}
        </Link>
        <span className="block font-normal text-14 text-soft">
          {circleKinds[kind]}, set up {datedDay(created_at)}
        </span>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ status }) => <Badge tone={circleStates[status].tone}>{circleStates[status].label}</Badge>,
  },
  { header: 'A month', numeric: true, cell: ({ monthly_kobo }) => kobo(monthly_kobo) },
  { header: 'Members', numeric: true, cell: ({ members, seats }) => `${members} of ${seats}` },
  { header: 'Months', numeric: true, cell: ({ months_closed, months }) => `${months_closed} of ${months}` },
  { header: 'Held', numeric: true, cell: ({ held_kobo }) => kobo(held_kobo) },
]

/** Every circle of ajo, the newest first. */
export default function AllCircles({ loaderData: { list, isOn, offersTurns, page } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead={
          isOn
            ? offersTurns
              ? 'New circles may be set up.'
              : 'New baskets may be set up. Circles that take turns are switched off in the settings.'
            : 'Ajo is switched off: new circles cannot be set up, and those that run go on to their end. Counsel must answer the questions of decision 0145 first; then it is switched on in the settings.'
        }
      >
        Ajo
      </PageHeading>
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && (
        <Table
          caption="Circles of ajo"
          columns={COLUMNS}
          rows={list.rows}
          rowKey={({ id }) => id}
          stacked
          empty={<EmptyState title="There is no circle yet.">Circles that people set up appear here.</EmptyState>}
        />
      )}
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(wanted) => pathWithParams('/chief/ajo', { page: wanted })}
        label="circles"
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Ajo', 'Circles of ajo and the money in them.')
