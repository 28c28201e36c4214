import { conflictTexts } from '#domain/hand-overs/offline-act.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { windowText } from '#web/delivery-runs/run-texts.ts'
import { batchesByDay } from '#web/packing/day/day-key.ts'
import { shareDayText, unitsText } from '#web/packing/packing-texts.ts'
import { clockTime, day, moment, plural } from '#web/ui/format.ts'
import type { Work } from './queries.ts'

/** One thing to do, with the page where it is done. */
export interface WorkItem {
  key: string
  /** The day or moment until which it is due; null sorts last. */
  due: string | null
  isLate: boolean
  title: string
  detail: string
  to: string
  /** The button's text. */
  act: string
}

/** All that is to be done, in the order in which it is due. `packingBase` is the address of the viewer's packing pages. */
export function workItems(work: Omit<Work, 'invitations' | 'failure'>, packingBase: string, now: Date): WorkItem[] {
  const items = [
    ...runItems(work.runs, now),
    ...work.counters.flatMap((counter) => counterItem(counter, now) ?? []),
    ...conflictItems(work.conflicts),
    ...loadItems(work.loads, now),
    ...packingItems(work.batches, packingBase, now),
    ...(work.unplanned > 0 ? [unplannedItem(work.unplanned, now)] : []),
  ]
  return items.toSorted((a, b) => dueTime(a) - dueTime(b) || a.title.localeCompare(b.title))
}

/** A day counts until its end, so that what is due at an hour of that day comes before it. */
function dueTime({ due }: WorkItem): number {
  if (due === null) return Number.POSITIVE_INFINITY
  return Date.parse(due.length === 10 ? `${due}T23:59:59+01:00` : due)
}

function runItems(runs: Work['runs'], now: Date): WorkItem[] {
  return runs
    .filter(({ status }) => status !== 'ended')
    .map((run) => {
      const open = run.stops.filter(({ status }) => status === 'open')
      const next = open[0]
      return {
        key: `run ${run.id}`,
        due: run.window_until,
        isLate: Date.parse(run.window_until) < now.getTime(),
        title: `Deliveries from ${run.place_name}`,
        detail: [
          `${windowText(run)}, ${plural(open.length, 'door')} left`,
          next && `next ${next.recipient ?? next.buyer_name}, ${next.lga}`,
        ]
          .filter(Boolean)
          .join('; '),
        to: '/my-run',
        act: run.status === 'planned' ? 'Load and leave' : 'To the next door',
      }
    })
}

function counterItem(counter: Work['counters'][number], now: Date): WorkItem | null {
  const { pickup_point_id: point, vendor_id: shop, place_name: place } = counter
  const [expected, late] = [counter.expected ?? 0, counter.late ?? 0]
  if (expected + late === 0) return null
  const until = counter.next_due_until
  const isToday = until !== null && lagosDate(new Date(until)) === lagosDate(now)
  return {
    key: `counter ${point ?? shop}`,
    due: until,
    isLate: false,
    title: `Hand over at ${place}`,
    detail: [
      expected > 0 && `${plural(expected, 'person', 'people')} expected`,
      until && `the first until ${isToday ? clockTime(until) : moment(until)}`,
      late > 0 && `${plural(late, 'person has', 'people have')} not come in time`,
    ]
      .filter(Boolean)
      .join('; '),
    to: `/handover?place=${point ?? shop}`,
    act: 'Hand over',
  }
}

/** Hand-overs that were written down without a network and did not count come first: a buyer waits for an answer. */
function conflictItems(conflicts: Work['conflicts']): WorkItem[] {
  const [first] = conflicts
  if (!first) return []
  return [
    {
      key: 'conflicts',
      due: first.received_at,
      isLate: true,
      title: conflicts.length === 1 ? 'A hand-over did not count' : `${conflicts.length} hand-overs did not count`,
      detail: `${first.buyer_name}, order ${first.order_no}, at ${first.place_name}: ${conflictTexts[first.conflict]}`,
      to: '/handover',
      act: 'Settle',
    },
  ]
}

/** One for each place and day, because a lorry brings several products. */
function loadItems(loads: Work['loads'], now: Date): WorkItem[] {
  const groups = new Map<string, Work['loads'][number][]>()
  for (const load of loads) {
    const key = `${load.pickup_point_id} ${load.share_date}`
    groups.set(key, [...(groups.get(key) ?? []), load])
  }
  return [...groups].map(([key, group]) => {
    const { place, share_date: date, product_name: name, shop } = group[0] as Work['loads'][number]
    const only = group.length === 1
    return {
      key: `loads ${key}`,
      due: date,
      isLate: date !== null && date < lagosDate(now),
      title: `Weigh in at ${place}`,
      detail: `${only ? `${name} from ${shop}` : plural(group.length, 'load')}${date ? `, due ${day(date)}` : ''}`,
      to: '/weigh-in',
      act: 'Weigh in',
    }
  })
}

/** Several batches of one day are packed together, a bag for each person. */
function packingItems(batches: Work['batches'], base: string, now: Date): WorkItem[] {
  return [...batchesByDay(batches)].flatMap(([key, all]) => {
    const [first, ...others] = all.map((batch) => batchItem(batch, base, now))
    if (!first || others.length === 0) return first ?? []
    const orders = all.reduce((sum, { open_orders: open }) => sum + open, 0)
    return {
      ...first,
      key,
      title: first.due ? `Pack for ${day(first.due)}` : 'Pack what has no sharing day',
      detail: `${plural(orders, 'order')} of ${all.map(({ batch_name: name }) => name).join(', ')}`,
      to: `${base}/days/${key}`,
      act: 'Pack the day',
    }
  })
}

function batchItem(batch: Work['batches'][number], base: string, now: Date): WorkItem {
  const { units, packed_units: packed, unit, open_orders: open } = batch
  return {
    key: `batch ${batch.batch}`,
    due: batch.share_date,
    isLate: batch.share_date !== null && batch.share_date < lagosDate(now),
    title: `Pack ${batch.batch_name}`,
    detail: `${shareDayText(batch)}: ${plural(open, 'order')}, ${unitsText(packed, unit)} of ${unitsText(units, unit)} packed`,
    to: `${base}/${batch.batch}`,
    act: 'Pack',
  }
}

const unplannedItem = (orders: number, now: Date): WorkItem => ({
  key: 'unplanned',
  due: lagosDate(now),
  isLate: false,
  title: 'Plan deliveries',
  detail: `${plural(orders, 'order is', 'orders are')} ready to be brought and on no run`,
  to: '/runs',
  act: 'Plan a run',
})

/** Everything finished in the last 24 hours. */
export function doneTexts({ counters, runs }: Pick<Work, 'counters' | 'runs'>): string[] {
  const done = runs.flatMap(({ stops }) => stops).filter(({ status }) => status === 'delivered').length
  return [
    ...counters
      .filter((counter) => (counter.done ?? 0) > 0)
      .map((counter) => `${plural(counter.done ?? 0, 'order')} handed over at ${counter.place_name}`),
    ...(done > 0 ? [`${plural(done, 'order')} delivered`] : []),
  ]
}
