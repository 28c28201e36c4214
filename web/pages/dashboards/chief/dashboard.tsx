import { apiContext, viewerContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { readStaffDay } from '../staff/day.ts'
import { statusCount } from '../staff/queries.ts'
import { openShops, StaffDashboard } from '../staff/staff-dashboard.tsx'
import type { Route } from './+types/dashboard.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  readStaffDay(context.get(apiContext), context.get(viewerContext), new Date())

export default function ChiefDashboard({ loaderData: day }: Route.ComponentProps) {
  const people = { label: 'People', value: count(statusCount(day.counts, 'people')), to: '/chief/customers' }
  return (
    <StaffDashboard
      area="chief"
      day={day}
      lead="The whole market today."
      action={<LinkButton to="/chief/overview">See the overview</LinkButton>}
      figures={{ label: 'The market', own: [people, openShops(day, 'chief')] }}
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'The whole market today.')
