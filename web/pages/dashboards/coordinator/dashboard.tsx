import { NIGERIAN_STATES } from '#domain/nigerian-states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures.tsx'
import { OwnDesks } from '#web/desk/own-desks.tsx'
import { type Task, Tasks } from '#web/desk/tasks.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { listManagers } from '#web/staff/manager-queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { BuysInDanger } from '../staff/danger.tsx'
import { readStaffDay, staffTasks } from '../staff/day.ts'
import { monthFigures } from '../staff/month-figures.ts'
import { statusCount } from '../staff/queries.ts'
import { BuysToSettle } from '../staff/settling.tsx'
import { WaitingShops } from '../staff/waiting-shops.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const now = new Date()
  const [day, { managers, taken }] = await Promise.all([
    readStaffDay(api, context.get(viewerContext), now),
    listManagers(api),
  ])
  return {
    ...day,
    managers: managers.length,
    idle: managers.filter(({ states }) => states.length === 0).length,
    free: NIGERIAN_STATES.filter((state) => !taken.includes(state)).length,
  }
}

export default function CoordinatorDashboard({ loaderData }: Route.ComponentProps) {
  const { counts, failure, danger, settling, months, today, waiting, now, managers, idle, free } = loaderData
  const tasks: Task[] = [
    {
      amount: idle,
      text: 'managers have no states yet',
      one: 'manager has no states yet',
      to: '/coordinator/managers',
      urgent: true,
    },
    ...staffTasks(loaderData, 'coordinator'),
  ]
  return (
    <>
      <PageHeading
        lead="All states, all shops."
        action={<LinkButton to="/coordinator/managers">Assign states</LinkButton>}
      >
        Dashboard
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      <OwnDesks desks={loaderData.tasks.desks} />
      <Tasks tasks={tasks} calm="Nothing is waiting for you." />
      <WaitingShops shops={waiting} base="/coordinator" />
      <BuysToSettle buys={settling} base="/coordinator" />
      <BuysInDanger buys={danger} now={now} />
      <Figures
        label="The market"
        figures={[
          { label: 'Managers', value: count(managers), to: '/coordinator/managers' },
          { label: 'States without a manager', value: count(free), to: '/coordinator/managers', rule: 'of 37' },
          {
            label: 'Shops open',
            value: count(statusCount(counts, 'vendors', 'active')),
            to: '/coordinator/vendors?status=active',
          },
          {
            label: 'Group buys open',
            value: count(statusCount(counts, 'group_buys', 'active')),
            to: '/coordinator/analytics',
          },
          ...monthFigures(months, today, '/coordinator/orders'),
        ]}
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'The market today.')
