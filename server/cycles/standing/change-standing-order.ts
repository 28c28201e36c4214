import type { StandingState } from '#domain/cycles/states.ts'
import { checkFields, oneOf, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

const CHANGES = ['skip', 'take', 'pause', 'resume', 'end'] as const

/** The buyer skips the next round or takes it after all, pauses their standing order, resumes or ends it. */
export const changeStandingOrder: Command<'change-standing-order'> = {
  name: 'change-standing-order',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['standing_order_id', 'change'],
  check: (raw) =>
    checkFields(raw, {
      standing_order_id: uuid('Standing order'),
      change: oneOf({ label: 'change', among: CHANGES }),
    }),
  async run({ input, caller, tx }) {
    await tx.query(`select public.caused_by('buyer')`)
    const { rows } = await tx.query<{ status: StandingState; skips_next: boolean; cycle_status: string }>(
      `select s.status, s.skips_next, c.status as cycle_status from public.standing_orders s join public.buy_cycles c on c.id = s.cycle_id
       where s.id = $1 and s.person_id = $2 for no key update of s`,
      [input.standing_order_id, caller.userId],
    )
    const [order] = rows
    if (!order) return refuse('standing_order_not_found')
    if (order.status === 'ended') return refuse('standing_order_over')
    if (order.cycle_status === 'ended') return refuse('cycle_over')
    const { change } = input
    const status = STATUS_AFTER[change] ?? order.status
    const skipsNext = change === 'skip' || (change === 'take' ? false : order.skips_next && status !== 'ended')
    await tx.query(
      `update public.standing_orders set status = $2, skips_next = $3, pause_reason = case when $2 = status then pause_reason end,
         active_since = case when $2 = 'active' and status = 'paused' then clock_timestamp() else active_since end,
         ended_at = case when $2 = 'ended' then clock_timestamp() end
       where id = $1`,
      [input.standing_order_id, status, skipsNext],
    )
    return { standing_order_id: input.standing_order_id, status, skips_next: skipsNext }
  },
}

const STATUS_AFTER: Partial<Record<(typeof CHANGES)[number], StandingState>> = {
  pause: 'paused',
  resume: 'active',
  end: 'ended',
}
