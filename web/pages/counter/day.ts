import type { Api } from '#api/api.ts'
import { DAY_MS, lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { listRuns, type Stop } from '#web/delivery-runs/queries.ts'
import { type ExpectedHandOver, listHandOvers } from '#web/hand-overs/queries.ts'
import type { SavedDay, SavedHandOver } from '#web/offline/outbox/saved-day.ts'
import type { Route } from './+types/day.ts'

/**
 * `/handover/day.json`: the viewer may hand over these goods now, and their device saves them until the end of the day.
 * Without amounts, addresses of those who collect, and the viewer's own orders.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = context.get(viewerContext)
  if (userId === null) return new Response(null, { status: 401 })
  const now = new Date()
  const day = await readDay(context.get(apiContext), userId, now)
  if (!day) return new Response(null, { status: 503 })
  return Response.json(day, { headers: { 'cache-control': 'no-store', 'x-until': day.until } })
}

async function readDay(api: Api, person: string, now: Date): Promise<SavedDay | null> {
  const list = { place: '', search: '', now: now.toISOString() }
  const [expected, late, { runs, failure }] = await Promise.all([
    listHandOvers(api, { ...list, show: 'expected' }),
    listHandOvers(api, { ...list, show: 'late' }),
    listRuns(api, { own: true, now }),
  ])
  const rows = [...expected.rows, ...late.rows].filter(({ is_own }) => !is_own)
  const checks = await api.command('read-code-checks', { hand_over_ids: rows.map(({ id }) => id) })
  if (!checks.ok || expected.failure || late.failure || failure) return null
  const doors = new Map(runs.flatMap(({ stops }) => stops).map((stop) => [stop.order_no, stop]))
  return {
    person,
    saved_at: now.toISOString(),
    until: new Date(Date.parse(`${lagosDate(now)}T00:00:00+01:00`) + DAY_MS).toISOString(),
    hand_overs: inOrder(rows, doors).map((row) => ({
      ...toSaved(row, doors.get(row.order_no)),
      checks: checks.value.checks
        .filter(({ hand_over_id }) => hand_over_id === row.id)
        .map(({ nominee, hash }) => ({ nominee, hash })),
    })),
    is_cut: expected.isCut || late.isCut,
  }
}

/** Doors in the order of the run, first; then people, the soonest first. */
function inOrder(rows: readonly ExpectedHandOver[], doors: ReadonlyMap<number, Stop>): ExpectedHandOver[] {
  const positions = [...doors.keys()]
  const place = ({ kind, order_no }: ExpectedHandOver) =>
    kind === 'delivery' ? positions.indexOf(order_no) : positions.length
  return rows.toSorted((a, b) => place(a) - place(b))
}

function toSaved(row: ExpectedHandOver, stop: Stop | undefined): Omit<SavedHandOver, 'checks'> {
  const { id, order_no, buyer_name, place_name, shop_name, due_until, kind } = row
  const isDoor = kind === 'delivery'
  return {
    id,
    order_no,
    visit: isDoor ? id : `${row.buyer_id} ${row.pickup_point_id ?? row.vendor_id}`,
    buyer_name,
    place_name: isDoor ? 'the door' : place_name,
    shop_name,
    due_until,
    lines: row.lines.map(({ line_id, name, unit, quantity }) => ({ line_id, name, unit, quantity })),
    door:
      isDoor && stop?.street
        ? {
            recipient: stop.recipient,
            address: `${stop.street}, ${stop.lga}`,
            landmark: stop.landmark,
            phone: stop.phone,
          }
        : null,
  }
}
