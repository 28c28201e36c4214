import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockUncollected } from './read-uncollected.ts'

/** Logs a call by staff to a buyer about uncollected goods. The note is shown to the buyer. */
export const logCall: Command<'log-call'> = {
  name: 'log-call',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'answered', 'note'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      answered: oneOf({ label: 'answer', among: ['yes', 'no'] as const }),
      note: text({ label: 'Note', min: 3, max: 300, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    const found = await lockUncollected(tx, { orderId: input.order_id, personId })
    if (!found?.may_decide) return refuse('not_found')
    if (found.closed_at) return refuse('decided_already')
    const { rows } = await tx.query<{ id: string }>(
      'insert into public.uncollected_calls (order_id, called_by, reached, note) values ($1, $2, $3, $4) returning id',
      [input.order_id, personId, input.answered === 'yes', input.note],
    )
    await recordAct(tx, {
      actorId: personId,
      action: 'uncollected.call',
      subject: { type: 'order', id: input.order_id },
      after: { order_no: found.order_no, reached: input.answered === 'yes' },
    })
    return { call_id: rows[0]?.id ?? '' }
  },
}
