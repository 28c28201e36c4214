import type { ReactNode } from 'react'
import { type Figure, Figures } from '#web/desk/figures/figures.tsx'
import { DeskHeading } from '#web/desk/lists/desk-heading.tsx'
import type { Scope } from '#web/desk/lists/scope.ts'
import { OwnDesks } from '#web/desk/own-desks.tsx'
import { type ShownTask, Tasks } from '#web/desk/tasks.tsx'
import { count } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { BuysInDanger } from './danger.tsx'
import { type StaffArea, type StaffDay, staffTasks } from './day.ts'
import { monthFigures } from './month-figures.ts'
import { statusCount } from './queries.ts'
import { BuysToSettle } from './settling.tsx'
import { WaitingShops } from './waiting-shops.tsx'

interface StaffDashboardProps {
  area: StaffArea
  day: StaffDay
  lead: string
  action?: ReactNode
  /** Named in the lead. */
  scope?: Scope
  /** The area's own tasks, before the shared ones. */
  tasks?: readonly ShownTask[]
  /** Shown if no task is open. */
  calm?: string
  /** The area's own figures, before those of the month. */
  figures: { label: string; own: readonly Figure[] }
}

/** The dashboard of a staff area: what is waiting, and the figures of its shops. */
export function StaffDashboard(props: StaffDashboardProps) {
  const { area, day, lead, action, scope, tasks = [], calm = 'Nothing is waiting for you.', figures } = props
  return (
    <>
      <DeskHeading title="Dashboard" lead={lead} action={action} scope={scope} />
      {day.failure && <ErrorState message={day.failure} reload />}
      <OwnDesks desks={day.desks} />
      <Tasks tasks={[...tasks, ...staffTasks(day, area)]} calm={calm} />
      <WaitingShops shops={day.waiting} base={`/${area}`} />
      <BuysToSettle buys={day.settling} base={`/${area}`} />
      <BuysInDanger buys={day.danger} />
      <Figures
        label={figures.label}
        figures={[...figures.own, ...monthFigures(day.months, day.today, `/${area}/orders`)]}
      />
    </>
  )
}

export const openShops = ({ counts }: StaffDay, area: StaffArea): Figure => ({
  label: 'Shops open',
  value: count(statusCount(counts, 'vendors', 'active')),
  to: `/${area}/vendors?status=active`,
})

export const openBuys = ({ counts }: StaffDay, area: StaffArea): Figure => ({
  label: 'Group buys open',
  value: count(statusCount(counts, 'group_buys', 'active')),
  to: `/${area}/analytics`,
})
