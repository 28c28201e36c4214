import { apiContext, viewerContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures.tsx'
import { type Task, Tasks } from '#web/desk/tasks.tsx'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { BuysInDanger } from '../staff/danger.tsx'
import { readStaffDay, staffTasks } from '../staff/day.ts'
import { monthFigures } from '../staff/month-figures.ts'
import { amountOf } from '../staff/queries.ts'
import { WaitingShops } from '../staff/waiting-shops.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date()
  const day = await readStaffDay(context.get(apiContext), context.get(viewerContext), now)
  return day
}

export default function ChiefDashboard({ loaderData }: Route.ComponentProps) {
  const { counts, failure, danger, months, today, waiting, now } = loaderData
  const tasks: Task[] = [
    ...staffTasks(loaderData, '/chief'),
    {
      amount: amountOf(counts, 'mails to repeat'),
      text: 'mails could not be sent',
      one: 'mail could not be sent',
      to: '/chief/settings/mails?status=repeatable',
      urgent: true,
    },
  ]
  return (
    <>
      <PageHeading
        lead="The whole market today."
        action={<LinkButton to="/chief/overview">See the overview</LinkButton>}
      >
        Dashboard
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      <Tasks tasks={tasks} calm="Nothing is waiting for you." />
      <WaitingShops shops={waiting} base="/chief" />
      <BuysInDanger buys={danger} now={now} />
      <Figures
        label="The market"
        figures={[
          { label: 'People', value: count(amountOf(counts, 'people')), to: '/chief/customers' },
          {
            label: 'Shops open',
            value: count(amountOf(counts, 'vendors', 'active')),
            to: '/chief/vendors?status=active',
          },
          ...monthFigures(months, today, { orders: '/chief/orders', goods: '/chief/analytics' }),
        ]}
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Dashboard', 'The whole market today.')
