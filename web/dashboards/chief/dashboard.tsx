import { lagosDateOf } from '#domain/calendar.ts'
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

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date()
  const day = await readStaffDay(context.get(apiContext), context.get(viewerContext), now)
  return { ...day, month: lagosDateOf(now).slice(0, 7) }
}

export default function ChiefDashboard({ loaderData }: Route.ComponentProps) {
  const { counts, failure, danger, months, month, now } = loaderData
  const current = months.filter((row) => row.month.startsWith(month))
  const tasks: Task[] = [
    ...staffTasks(loaderData, '/chief'),
    {
      amount: amountOf(counts, 'mails', 'failed'),
      text: 'mails could not be sent',
      one: 'mail could not be sent',
      to: '/chief/overview',
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
      {failure && <ErrorState message={failure}>Please load the page again.</ErrorState>}
      <Tasks tasks={tasks} calm="Nothing waits for you." />
      <Figures
        label="The market"
        figures={[
          { label: 'People', value: count(amountOf(counts, 'people')), to: '/chief/customers' },
          {
            label: 'Shops open',
            value: count(amountOf(counts, 'vendors', 'active')),
            to: '/chief/vendors?status=active',
          },
          { label: 'Orders this month', value: count(total(current, (row) => row.live_orders)), to: '/chief/orders' },
          { label: 'Goods this month', value: naira(total(current, ({ goods }) => goods)), to: '/chief/analytics' },
        ]}
      />
      <BuysInDanger buys={danger} now={now} />
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Dashboard', 'The whole market today.')
