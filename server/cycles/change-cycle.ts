import { followingRound, nextOpenRound } from '#domain/cycles/rounds.ts'
import { day } from '#domain/forms/times.ts'
import { checkFields, oneOf, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { type LockedCycle, lockCycle, writeNextRound } from './read-cycle.ts'

const CHANGES = ['pause', 'resume', 'skip', 'end'] as const

/** The shop pauses its cycle, resumes or ends it, or skips its next round. A round that is open stays open. */
export const changeCycle: Command<'change-cycle'> = {
  name: 'change-cycle',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['cycle_id', 'change', 'share_date'],
  check: (raw) =>
    checkFields(raw, {
      cycle_id: uuid('Cycle'),
      change: oneOf({ label: 'change', among: CHANGES }),
      share_date: day({ label: 'Sharing day' }),
    }),
  async run({ input, caller, tx }) {
    await tx.query(`select public.caused_by('vendor')`)
    const cycle = await lockCycle(tx, input.cycle_id)
    if (cycle?.ownerId !== caller.userId) return refuse('cycle_not_found')
    if (cycle.status === 'ended') return refuse('cycle_over')
    if (cycle.next.shareDate !== input.share_date) return refuse('cycle_changed')
    const { change } = input
    if (change === 'resume' && !cycle.isShopActive) return refuse('shop_is_suspended')
    if (change === 'resume' && cycle.isArchived) return refuse('product_archived')
    const next = nextOf(cycle, change)
    if (next !== cycle.next) await writeNextRound(tx, cycle.id, next)
    const status = STATUS_AFTER[change] ?? cycle.status
    if (status !== cycle.status)
      await tx.query(
        `update public.buy_cycles set status = $2, pause_reason = null, ended_at = case when $2 = 'ended' then clock_timestamp() end where id = $1`,
        [cycle.id, status],
      )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.change-cycle',
      subject: { type: 'group_buy', id: cycle.roundId },
      before: { status: cycle.status, next_share_date: cycle.next.shareDate },
      after: { cycle_id: cycle.id, change, status, next_share_date: next.shareDate },
    })
    return { cycle_id: cycle.id, status, next_share_date: next.shareDate }
  },
}

const STATUS_AFTER: Partial<Record<(typeof CHANGES)[number], LockedCycle['status']>> = {
  pause: 'paused',
  resume: 'running',
  end: 'ended',
}

function nextOf({ next, rule, now, lastShareDate }: LockedCycle, change: (typeof CHANGES)[number]) {
  if (change === 'skip') return nextOpenRound(followingRound(next, rule), rule, { now, after: lastShareDate })
  return change === 'resume' ? nextOpenRound(next, rule, { now, after: lastShareDate }) : next
}
