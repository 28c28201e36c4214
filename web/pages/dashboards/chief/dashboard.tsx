import { Form } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import type { ShownTask } from '#web/desk/tasks.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { readMissingHolidays } from '#web/staff/holiday-queries.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { readStaffDay } from '../staff/day.ts'
import { statusCount } from '../staff/queries.ts'
import { openShops, StaffDashboard } from '../staff/staff-dashboard.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const [api, now] = [context.get(apiContext), new Date()]
  const [day, holidays] = await Promise.all([
    readStaffDay(api, context.get(viewerContext), now),
    readMissingHolidays(api, now),
  ])
  return { day, holidays }
}

export default function ChiefDashboard({ loaderData: { day, holidays } }: Route.ComponentProps) {
  const people = { label: 'People', value: count(statusCount(day.counts, 'people')), to: '/chief/customers' }
  return (
    <StaffDashboard
      area="chief"
      day={day}
      lead="The whole market today."
      tasks={holidays ? [holidaysTask(holidays)] : []}
      action={<LinkButton to="/chief/overview">See the overview</LinkButton>}
      figures={{ label: 'The market', own: [people, openShops(day, 'chief')] }}
    />
  )
}

/** The form is that of the page of holidays, which then shows what was added. */
function holidaysTask({ year, dates }: NonNullable<Route.ComponentProps['loaderData']['holidays']>): ShownTask {
  return {
    amount: dates.length,
    text: `public holidays of ${year} are missing`,
    one: `public holiday of ${year} is missing`,
    to: HOLIDAYS,
    act: (
      <Form method="post" action={HOLIDAYS}>
        <input type="hidden" name="intent" value="adopt" />
        <input type="hidden" name="dates" value={dates.join(' ')} />
        <Button tone="plain" size="small">
          Add {dates.length === 1 ? 'it' : 'them'}
        </Button>
      </Form>
    ),
  }
}

const HOLIDAYS = '/chief/settings/holidays'

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'The whole market today.')
