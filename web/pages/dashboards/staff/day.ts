import type { Api } from '#api/api.ts'
import type { Viewer } from '#api/session.ts'
import { lagosDateOf } from '#domain/calendar.ts'
import { readScope } from '#web/desk/scope.ts'
import type { Task } from '#web/desk/tasks.tsx'
import { readMonths } from '#web/orders/staff/queries.ts'
import { countLateShops, listWaitingShops } from '#web/vendors/staff/queries.ts'
import { amountOf, type Counted, listBuysInDanger, readCounts } from './queries.ts'

/** What a staff dashboard shows first. */
export async function readStaffDay(api: Api, viewer: Viewer, now: Date) {
  const scope = await readScope(api, viewer)
  const [{ counts, failure }, danger, late, { months }, unread, waiting] = await Promise.all([
    readCounts(api),
    listBuysInDanger(api, scope, now),
    countLateShops(api, scope),
    readMonths(api),
    api.tables.from('my_conversations').select('id', { count: 'exact', head: true }).eq('is_unread', true),
    listWaitingShops(api, scope),
  ])
  return {
    ...{ scope, counts, failure, danger, late, months, waiting },
    unread: unread.count ?? 0,
    now: now.toISOString(),
    today: lagosDateOf(now),
  }
}

/** The tasks all three dashboards share; `base` is the area. */
export function staffTasks(day: { counts: readonly Counted[]; late: number; unread: number }, base: string): Task[] {
  return [
    {
      amount: amountOf(day.counts, 'vendors', 'pending'),
      text: 'shops are waiting for approval',
      one: 'shop is waiting for approval',
      to: `${base}/vendors?status=pending`,
      urgent: true,
    },
    {
      amount: amountOf(day.counts, 'contact', 'new'),
      text: 'contact messages are waiting for an answer',
      one: 'contact message is waiting for an answer',
      to: `${base}/messages/inbox`,
    },
    {
      amount: day.late,
      text: 'shops are below 95% on time',
      one: 'shop is below 95% on time',
      to: `${base}/performance?show=late`,
    },
    {
      amount: day.unread,
      text: 'conversations with new messages',
      one: 'conversation with new messages',
      to: `${base}/messages`,
    },
  ]
}
