import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { listManagers } from '#web/staff/manager-queries.ts'
import { isUnattended, listStates } from '#web/staff/state-queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { readStaffDay } from '../staff/day.ts'
import { openBuys, openShops, StaffDashboard } from '../staff/staff-dashboard.tsx'
import type { Route } from './+types/dashboard.ts'

const MANAGERS = '/coordinator/managers'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [day, { managers, taken }, { states }] = await Promise.all([
    readStaffDay(api, context.get(viewerContext), new Date()),
    listManagers(api),
    listStates(api),
  ])
  return {
    day,
    managers: managers.length,
    idle: managers.filter(({ states }) => states.length === 0).length,
    free: NIGERIAN_STATES.filter((state) => !taken.includes(state)).length,
    unattended: states.filter(isUnattended).length,
  }
}

export default function CoordinatorDashboard({
  loaderData: { day, managers, idle, free, unattended },
}: Route.ComponentProps) {
  return (
    <StaffDashboard
      area="coordinator"
      day={day}
      lead="All states, all shops."
      action={<LinkButton to={MANAGERS}>Assign states</LinkButton>}
      tasks={[
        {
          amount: idle,
          text: 'managers have no states yet',
          one: 'manager has no states yet',
          to: MANAGERS,
          urgent: true,
        },
        {
          amount: unattended,
          text: 'states with shops have no manager',
          one: 'state with shops has no manager',
          to: '/coordinator/states?show=unattended',
          urgent: true,
        },
      ]}
      figures={{
        label: 'The market',
        own: [
          { label: 'Managers', value: count(managers), to: MANAGERS },
          { label: 'States without a manager', value: count(free), to: '/coordinator/states', rule: 'of 37' },
          openShops(day, 'coordinator'),
          openBuys(day, 'coordinator'),
        ],
      }}
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'The market today.')
