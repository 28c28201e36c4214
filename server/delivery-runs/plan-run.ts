import type pg from 'pg'
import type { PlanRunInput } from '#api/commands/delivery-runs.ts'
import { isRunWindow } from '#domain/delivery-runs/run-window.ts'
import { moment } from '#domain/forms/times.ts'
import { checkFields, optional, uuid } from '#domain/forms/validation.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockRun, type RunRow } from './lock-run.ts'
import { notifyBuyers } from './notify-buyers.ts'
import { notifyRider } from './notify-rider.ts'
import { orderIds } from './order-ids.ts'

/**
 * A planner of a hub or a shop adds orders to a run and sets its rider and time window. Buyers are notified of the
 * run's window.
 */
export const planRun: Command<'plan-run'> = {
  name: 'plan-run',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['run_id', 'pickup_point_id', 'vendor_id', 'rider_id', 'window_from', 'window_until', 'order_ids'],
  check: (raw) =>
    checkFields<PlanRunInput>(raw, {
      run_id: optional(uuid('Run')),
      pickup_point_id: optional(uuid('Hub')),
      vendor_id: optional(uuid('Shop')),
      rider_id: uuid('Rider', 'Choose a rider.'),
      window_from: moment({ label: 'From' }),
      window_until: moment({ label: 'Until' }),
      order_ids: orderIds,
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const before = await lockRun(tx, { runId: input.run_id, personId, orderIds: input.order_ids })
    const base = await findBase(tx, { input, before, personId })
    if (isRefusal(base)) return base
    const window = { from: new Date(input.window_from), until: new Date(input.window_until) }
    const refusal =
      runFault(before, { ...window, orders: input.order_ids.length }) ??
      (await riderFault(tx, { input, base })) ??
      (await ordersFault(tx, { input, base }))
    if (refusal) return refusal
    // An unchanged window is valid even for a run under way, and only the added orders' buyers are notified.
    const isSame = before && +before.window_from === +window.from && +before.window_until === +window.until
    if (!isSame && !isRunWindow({ ...window, now: await databaseTime(tx) })) return refuse('run_window_wrong')
    const runId = await saveRun(tx, { input, base, personId })
    const { rows: added } = await tx.query<{ order_id: string }>(ADD_STOPS, [runId, input.order_ids])
    const { rows: open } = await tx.query<{ order_id: string }>(
      `select order_id from public.delivery_stops where run_id = $1 and status = 'open'`,
      [runId],
    )
    const toNotify = (isSame ? added : open).map(({ order_id }) => order_id)
    await notifyBuyers(tx, { runId, mail: 'delivery-planned', orderIds: toNotify, siteUrl: context.siteUrl })
    if (before && before.rider_id !== input.rider_id)
      await notifyRider(tx, { runIds: [runId], riderId: input.rider_id, siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: personId,
      action: 'run.plan',
      subject: { type: 'delivery-run', id: runId },
      ...(before && { before: { rider: before.rider } }),
      after: { rider: await readFullName(tx, input.rider_id), orders: open.length },
    })
    return { run_id: runId, stops: open.length }
  },
}

interface RunBase {
  hub: string | null
  shop: string | null
}

/** The hub or shop of the run; for a new run, it must be open. Other users get `not_found`. */
async function findBase(tx: pg.ClientBase, query: BaseQuery): Promise<RunBase | Refusal> {
  const { input, before, personId } = query
  if (input.run_id) return before?.plans ? { hub: before.pickup_point_id, shop: before.vendor_id } : refuse('not_found')
  if ((input.pickup_point_id === null) === (input.vendor_id === null)) return refuse('not_found')
  const { rows } = await tx.query<{ may: boolean }>(
    `select rights.plans_for($1, $2, $3) and not exists (select from public.pickup_points where id = $2 and closed_at is not null) as may`,
    [personId, input.pickup_point_id, input.vendor_id],
  )
  return rows[0]?.may ? { hub: input.pickup_point_id, shop: input.vendor_id } : refuse('not_found')
}

interface BaseQuery {
  input: PlanRunInput
  before: RunRow | undefined
  personId: string
}

function runFault(before: RunRow | undefined, plan: { orders: number; from: Date; until: Date }): Refusal | null {
  if (!before) return plan.orders === 0 ? refuse('run_empty') : null
  if (before.status === 'ended') return refuse('run_over')
  const changes = plan.orders > 0 || +before.window_from !== +plan.from || +before.window_until !== +plan.until
  return before.status === 'out' && changes ? refuse('run_left') : null
}

interface PlannedRun {
  input: PlanRunInput
  base: RunBase
}

async function riderFault(tx: pg.ClientBase, { input, base }: PlannedRun): Promise<Refusal | null> {
  const { rows } = await tx.query<{ rides: boolean; buys: boolean }>(
    `select rights.rides_for($1, $2, $3) as rides, exists (select from public.orders o where o.user_id = $1 and (o.id = any ($4::uuid[])
       or o.id in (select s.order_id from public.delivery_stops s where s.run_id = $5 and s.status = 'open'))) as buys`,
    [input.rider_id, base.hub, base.shop, input.order_ids, input.run_id],
  )
  if (!rows[0]?.rides) return refuse('rider_unknown')
  return rows[0].buys ? refuse('rider_own_order') : null
}

async function ordersFault(tx: pg.ClientBase, { input, base }: PlannedRun): Promise<Refusal | null> {
  const { rows } = await tx.query<{ fits: boolean; is_on_run: boolean }>(
    `select public.may_be_sent(i.id, $2, $3) as fits, exists (select from public.delivery_stops s where s.order_id = i.id and s.status = 'open') as is_on_run
     from unnest($1::uuid[]) as i (id)`,
    [input.order_ids, base.hub, base.shop],
  )
  if (rows.some(({ fits }) => !fits)) return refuse('not_to_send')
  return rows.some((one) => one.is_on_run) ? refuse('on_a_run_already') : null
}

async function saveRun(
  tx: pg.ClientBase,
  { input, base, personId }: PlannedRun & { personId: string },
): Promise<string> {
  const { rider_id, window_from, window_until } = input
  const { rows } = input.run_id
    ? await tx.query<{ id: string }>(
        'update public.delivery_runs set rider_id = $2, window_from = $3, window_until = $4 where id = $1 returning id',
        [input.run_id, rider_id, window_from, window_until],
      )
    : await tx.query<{ id: string }>(
        `insert into public.delivery_runs (pickup_point_id, vendor_id, rider_id, window_from, window_until, planned_by) values ($1, $2, $3, $4, $5, $6) returning id`,
        [base.hub, base.shop, rider_id, window_from, window_until, personId],
      )
  const id = rows[0]?.id
  if (!id) throw new Error('A locked delivery run has disappeared')
  return id
}

/** Appends stops to the run, ordered by street. */
const ADD_STOPS = `
  insert into public.delivery_stops (run_id, order_id, position)
  select $1, o.id, (select coalesce(max(position), 0) from public.delivery_stops where run_id = $1) + row_number() over (order by a.state, a.lga, a.street, o.order_no)
  from public.orders o join public.order_addresses a on a.order_id = o.id where o.id = any ($2::uuid[]) returning order_id`

const databaseTime = async (tx: pg.ClientBase): Promise<Date> =>
  (await tx.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date()

const readFullName = async (tx: pg.ClientBase, personId: string): Promise<string> =>
  (await tx.query<{ name: string }>('select full_name as name from public.profiles where id = $1', [personId])).rows[0]
    ?.name ?? ''
