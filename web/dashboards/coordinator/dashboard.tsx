import { lagosDateOf } from '#domain/calendar.ts'
import { NIGERIAN_STATES } from '#domain/catalogue/nigerian-states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { count, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Figures } from '../parts/figures.tsx'
import { total } from '../parts/months.ts'
import { type Task, Tasks } from '../parts/tasks.tsx'
import { BuysInDanger } from '../staff/danger.tsx'
import { readStaffDay, staffTasks } from '../staff/day.ts'
import { amountOf } from '../staff/queries.ts'
import type { Route } from './+types/dashboard.ts'
import { listManagers } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const now = new Date()
  const [day, { managers, taken }] = await Promise.all([
    readStaffDay(api, context.get(viewerContext), now),
    listManagers(api),
  ])
  return {
    ...day,
    month: lagosDateOf(now).slice(0, 7),
    managers: managers.length,
    idle: managers.filter(({ states }) => states.length === 0).length,
    free: NIGERIAN_STATES.filter((state) => !taken.includes(state)).length,
  }
}

export default function CoordinatorDashboard({ loaderData }: Route.ComponentProps) {
  const { counts, failure, danger, months, month, now, managers, idle, free } = loaderData
  const current = months.filter((row) => row.month.startsWith(month))
  const tasks: Task[] = [
    {
      amount: idle,
      text: 'managers have no states yet',
      one: 'manager has no states yet',
      to: '/coordinator/managers',
      urgent: true,
    },
    ...staffTasks(loaderData, '/coordinator'),
  ]
  return (
    <>
      <PageHeading
        lead="All states, all shops."
        action={<LinkButton to="/coordinator/managers">Assign states</LinkButton>}
      >
        Dashboard
      </PageHeading>
      {failure && <ErrorState message={failure}>Please load the page again.</ErrorState>}
      <Tasks tasks={tasks} calm="Nothing waits for you." />
      <Figures
        label="The market"
        figures={[
          { label: 'Managers', value: count(managers), to: '/coordinator/managers' },
          { label: 'States without a manager', value: count(free), to: '/coordinator/managers', rule: 'of 37' },
          { label: 'Shops open', value: count(amountOf(counts, 'vendors', 'active')), to: '/coordinator/vendors' },
          {
            label: 'Group buys open',
            value: count(amountOf(counts, 'group_buys', 'active')),
            to: '/coordinator/analytics',
          },
          {
            label: 'Orders this month',
            value: count(total(current, (row) => row.live_orders)),
            to: '/coordinator/orders',
          },
          { label: 'Goods this month', value: naira(total(current, ({ goods }) => goods)), to: '/coordinator/reports' },
        ]}
      />
      <BuysInDanger buys={danger} now={now} />
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Dashboard', 'The day of the market.')
