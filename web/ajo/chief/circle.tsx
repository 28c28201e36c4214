import { data, Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { kobo } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { Rules } from '../circle-rules.tsx'
import { circleStates, memberStates } from '../circle-texts.ts'
import { NO_AJO } from '../no-ajo.ts'
import { type CirclePerson, listCirclePeople, readSheet } from '../queries.ts'
import { Sums } from '../sums.tsx'
import type { Route } from './+types/circle.ts'
import { EndCircle } from './end-circle.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const found = await readSheet(api, params.id)
  if (!found) throw data(NO_AJO.title, { status: 404 })
  return { sheet: found.sheet, months: found.months, people: await listCirclePeople(api, params.id) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const end = { circle_id: params.id, reason: form.field('reason') }
  const ended = await context.get(apiContext).command('end-ajo-circle', end, form.key)
  return commandResult(form, ended, 'The circle has ended, and its members are told why.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

const COLUMNS: readonly Column<CirclePerson>[] = [
  {
    header: 'Member',
    heading: true,
    cell: ({ person_id, full_name }) =>
      person_id ? (
        <Link to={`/chief/customers/${person_id}`} className="text-link">
          {full_name}
        </Link>
      ) : (
        full_name
      ),
  },
  { header: 'State', cell: ({ status }) => memberStates[status] },
  { header: 'Turn', cell: ({ turn }) => (turn === null ? '' : `Month ${turn}`) },
  { header: 'Held for them', numeric: true, cell: ({ balance_kobo }) => kobo(balance_kobo ?? 0) },
  {
    header: 'Put in for others',
    numeric: true,
    cell: ({ ahead_kobo }) => (ahead_kobo === null ? '' : kobo(ahead_kobo)),
  },
]

/** A circle for a chief: its money, months and members. */
export default function CircleRecord({ loaderData: { sheet, months, people }, actionData }: Route.ComponentProps) {
  const isGoingOn = sheet.status === 'forming' || sheet.status === 'running'
  return (
    <RecordScreen
      list={{ label: 'Ajo', to: '/chief/ajo' }}
      title={sheet.name}
      lead="A circle of ajo. Its members decide; the market holds the money of each."
      status={<Badge tone={circleStates[sheet.status].tone}>{circleStates[sheet.status].label}</Badge>}
    >
      <OutcomeNotice outcome={actionData} />
      <RecordSection id="people" title="Members">
        <Table caption="Members of the circle" columns={COLUMNS} rows={people} rowKey={({ id }) => id} stacked />
      </RecordSection>
      <div className="grid max-w-measure gap-8">
        <Sums sheet={sheet} months={months} />
        <Rules circle={sheet} isFolded />
      </div>
      {isGoingOn && <EndCircle name={sheet.name} heldKobo={sheet.held_kobo} reason={actionData?.values.reason ?? ''} />}
    </RecordScreen>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.sheet.name ?? 'Ajo', 'A circle of ajo and its money.')

export const ErrorBoundary = notFoundBoundary({
  title: NO_AJO.title,
  lead: NO_AJO.lead,
  back: 'All circles',
  to: '/chief/ajo',
})
