import { apiContext, viewerContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures.tsx'
import { OwnDesks } from '#web/desk/own-desks.tsx'
import { Tasks } from '#web/desk/tasks.tsx'
import { pageMeta } from '#web/page-meta.ts'
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
  const now = new Date()
  const day = await readStaffDay(context.get(apiContext), context.get(viewerContext), now)
  return day
}

export default function ChiefDashboard({ loaderData }: Route.ComponentProps) {
  const { counts, failure, danger, settling, months, today, waiting, now } = loaderData
  return (
    <>
      <PageHeading
        lead="The whole market today."
        action={<LinkButton to="/chief/overview">See the overview</LinkButton>}
      >
        Dashboard
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      <OwnDesks desks={loaderData.tasks.desks} />
      <Tasks tasks={staffTasks(loaderData, 'chief')} calm="Nothing is waiting for you." />
      <WaitingShops shops={waiting} base="/chief" />
      <BuysToSettle buys={settling} base="/chief" />
      <BuysInDanger buys={danger} now={now} />
      <Figures
        label="The market"
        figures={[
          { label: 'People', value: count(statusCount(counts, 'people')), to: '/chief/customers' },
          {
            label: 'Shops open',
            value: count(statusCount(counts, 'vendors', 'active')),
            to: '/chief/vendors?status=active',
          },
          ...monthFigures(months, today, '/chief/orders'),
        ]}
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'The whole market today.')
