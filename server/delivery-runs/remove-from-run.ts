import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockStop } from './lock-stop.ts'
import { notifyBuyers } from './notify-buyers.ts'

/**
 * A planner removes an order from a run, even one under way. It doesn't count as an attempt; a run without stops ends.
 */
export const removeFromRun: Command<'remove-from-run'> = {
  name: 'remove-from-run',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['stop_id'],
  check: (raw) => checkFields(raw, { stop_id: uuid('Stop') }),
  async run({ input, caller, tx, context }) {
    const stop = await lockStop(tx, { stopId: input.stop_id, personId: caller.userId ?? '' })
    if (!stop?.plans) return refuse('not_found')
    if (stop.status !== 'open') return refuse('stop_over')
    await tx.query(`update public.delivery_stops set status = 'removed', ended_at = clock_timestamp() where id = $1`, [
      input.stop_id,
    ])
    const { run_id: runId, order_id: orderId } = stop
    await notifyBuyers(tx, { runId, mail: 'delivery-postponed', orderIds: [orderId], siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'run.remove-stop',
      subject: { type: 'order', id: orderId },
      after: { order_no: stop.order_no },
    })
    return { stop_id: input.stop_id }
  },
}
