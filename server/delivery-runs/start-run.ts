import type pg from 'pg'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockRun } from './lock-run.ts'
import { notifyBuyers } from './notify-buyers.ts'

/** Starts a run: from now on the rider may hand over its orders. Notifies the buyers. */
export const startRun: Command<'start-run'> = {
  name: 'start-run',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['run_id'],
  check: (raw) => checkFields(raw, { run_id: uuid('Run') }),
  async run({ input, caller, tx, context }) {
    const runId = input.run_id
    const run = await lockRun(tx, { runId, personId: caller.userId ?? '' })
    if (!run?.plans && !run?.rides) return refuse('not_found')
    if (run.status === 'ended') return refuse('run_over')
    if (run.status === 'out') return refuse('already_done', { message: 'This run has started already.' })
    const { rows } = await tx.query<{ rides: boolean }>('select rights.rides_for($1, $2, $3) as rides', [
      run.rider_id,
      run.pickup_point_id,
      run.vendor_id,
    ])
    if (!rows[0]?.rides) return refuse('rider_unknown')
    const unweighed = await refuseUnweighed(tx, runId)
    if (unweighed) return unweighed
    await tx.query(`update public.delivery_runs set status = 'out', started_at = clock_timestamp() where id = $1`, [
      runId,
    ])
    const { rows: stops } = await tx.query<{ order_id: string }>(
      `update public.delivery_stops set out_at = clock_timestamp() where run_id = $1 and status = 'open' returning order_id`,
      [runId],
    )
    const orderIds = stops.map(({ order_id }) => order_id)
    await notifyBuyers(tx, { runId, mail: 'delivery-out', orderIds, siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'run.start',
      subject: { type: 'delivery-run', id: runId },
      after: { orders: orderIds.length },
    })
    return { run_id: runId }
  },
}

/** At the door nothing can be weighed, so goods by weight would not be handed over there. */
async function refuseUnweighed(tx: pg.ClientBase, runId: string): Promise<Refusal | null> {
  const { rows } = await tx.query<{ order_no: number; product_name: string; waits: boolean }>(
    'select order_no, product_name, waits from public.unweighed_of_run($1)',
    [runId],
  )
  const [line] = rows
  if (!line) return null
  const more = rows.length > 1 ? ` ${rows.length - 1} more are like it.` : ''
  const why = line.waits ? 'its weight waits for an answer' : 'it is not weighed yet'
  return refuse('run_unweighed', {
    message: `${line.product_name} of order ${line.order_no} is sold by weight, and ${why}.${more} Have it weighed first, or take the order out of the run.`,
  })
}
