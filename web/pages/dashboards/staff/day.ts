import type { Api } from '#api/api.ts'
import type { Viewer } from '#api/session.ts'
import { VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { readDesks } from '#web/desk/desks.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import { readWaiting } from '#web/desk/read-waiting.ts'
import type { Task } from '#web/desk/tasks.tsx'
import { waitingTasks } from '#web/desk/waiting-tasks.ts'
import { readMonthlyFigures } from '#web/orders/staff/queries.ts'
import { countLateShops, listWaitingShops } from '#web/vendors/staff/queries.ts'
import { listBuysInDanger, listBuysToSettle, readCounts } from './queries.ts'

/** The data of a staff dashboard. */
export async function readStaffDay(api: Api, viewer: Viewer, now: Date) {
  const scope = await readScope(api, viewer)
  const [{ counts, failure }, danger, settling, late, { months }, tasks, desks, waiting] = await Promise.all([
    readCounts(api),
    listBuysInDanger(api, now),
    listBuysToSettle(api, scope),
    countLateShops(api, scope),
    readMonthlyFigures(api),
    readWaiting(api),
    readDesks(api),
    listWaitingShops(api, scope),
  ])
  return {
    scope,
    counts,
    danger,
    settling,
    late,
    months,
    tasks,
    desks,
    waiting,
    failure: failure ?? tasks.failure,
    now: now.toISOString(),
    today: lagosDate(now),
  }
}

export type StaffDay = Awaited<ReturnType<typeof readStaffDay>>
export type StaffArea = 'manager' | 'coordinator' | 'chief'

/** The viewer's pending work, and shops that are late too often. */
export function staffTasks(day: StaffDay, role: StaffArea): readonly Task[] {
  return [
    ...waitingTasks(day.tasks, role),
    {
      amount: day.late,
      text: `shops are below ${VENDOR_ON_TIME_PERCENT}% on time`,
      one: `shop is below ${VENDOR_ON_TIME_PERCENT}% on time`,
      to: `/${role}/performance?show=late`,
    },
  ]
}
