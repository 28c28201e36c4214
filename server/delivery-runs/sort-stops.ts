import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockRun } from './lock-run.ts'
import { orderIds } from './order-ids.ts'

/** Sets the order of a run's open doors, by its rider or a planner. Doors that are over keep their places. */
export const sortStops: Command<'sort-stops'> = {
  name: 'sort-stops',
  who: 'signed-in',
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['run_id', 'stop_ids'],
  check: (raw) => checkFields(raw, { run_id: uuid('Run'), stop_ids: orderIds }),
  async run({ input, caller, tx }) {
    const runId = input.run_id
    const run = await lockRun(tx, { runId, personId: caller.userId ?? '' })
    if (!run?.plans && !run?.rides) return refuse('not_found')
    if (run.status === 'ended') return refuse('run_over')
    const { rows } = await tx.query<{ id: string; position: number }>(
      `select id, position from public.delivery_stops where run_id = $1 and status = 'open' order by position for no key update`,
      [runId],
    )
    const wanted = new Set(input.stop_ids)
    if (wanted.size !== rows.length || rows.some(({ id }) => !wanted.has(id))) return refuse('stops_changed')
    // In two steps, because no two stops of a run may have the same place even for a moment.
    await tx.query(
      `update public.delivery_stops set position = position + 1000000 where run_id = $1 and status = 'open'`,
      [runId],
    )
    await tx.query(
      `update public.delivery_stops s set position = t.position
       from unnest($2::uuid[], $3::integer[]) as t (id, position) where s.id = t.id and s.run_id = $1`,
      [runId, input.stop_ids, rows.map(({ position }) => position)],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'run.sort',
      subject: { type: 'delivery-run', id: runId },
      after: { orders: rows.length },
    })
    return { run_id: runId }
  },
}
