import { apiContext, viewerContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures.tsx'
import { leadWithScope, NoStates } from '#web/desk/lead.tsx'
import { OwnDesks } from '#web/desk/own-desks.tsx'
import { Tasks } from '#web/desk/tasks.tsx'
import { pageMeta } from '#web/page-meta.ts'
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
  const now = new Date()
  const day = await readStaffDay(context.get(apiContext), context.get(viewerContext), now)
  return day
}

export default function ManagerDashboard({ loaderData }: Route.ComponentProps) {
  const { scope, counts, failure, danger, settling, months, today, waiting, now } = loaderData
  return (
    <>
      <PageHeading lead={leadWithScope('Your region today.', scope)}>Dashboard</PageHeading>
      <NoStates scope={scope} />
      {failure && <ErrorState message={failure} reload />}
      <OwnDesks desks={loaderData.tasks.desks} />
      <Tasks tasks={staffTasks(loaderData, 'manager')} calm="Nothing is waiting for you in your region." />
      <WaitingShops shops={waiting} base="/manager" />
      <BuysToSettle buys={settling} base="/manager" />
      <BuysInDanger buys={danger} now={now} />
      <Figures
        label="Your region"
        figures={[
          {
            label: 'Shops open',
            value: count(statusCount(counts, 'vendors', 'active')),
            to: '/manager/vendors?status=active',
          },
          {
            label: 'Group buys open',
            value: count(statusCount(counts, 'group_buys', 'active')),
            to: '/manager/analytics',
          },
          ...monthFigures(months, today, '/manager/orders'),
        ]}
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'A region today.')
