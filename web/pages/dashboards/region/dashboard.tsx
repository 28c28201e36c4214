import { apiContext, viewerContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readStaffDay } from '../staff/day.ts'
import { openBuys, openShops, StaffDashboard } from '../staff/staff-dashboard.tsx'
import type { Route } from './+types/dashboard.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  readStaffDay(context.get(apiContext), context.get(viewerContext), new Date())

export default function ManagerDashboard({ loaderData: day }: Route.ComponentProps) {
  return (
    <StaffDashboard
      area="manager"
      day={day}
      lead="Your region today."
      scope={day.scope}
      calm="Nothing is waiting for you in your region."
      figures={{ label: 'Your region', own: [openShops(day, 'manager'), openBuys(day, 'manager')] }}
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'A region today.')
