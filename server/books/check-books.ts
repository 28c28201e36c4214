import { checkFields, flag } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** Enqueues the nightly check of the books on request of an administrator. At most one check is queued at a time. */
export const checkBooks: Command<'check-books'> = {
  name: 'check-books',
  who: 'signed-in',
  limit: { tries: 6, ...PER_MINUTE },
  fields: ['with_gateway'],
  check: (raw) => checkFields(raw, { with_gateway: flag() }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query(`select from public.profiles where id = $1 and role = 'chief'`, [caller.userId])
    if (rows.length === 0) return refuse('not_allowed')
    await tx.query(`select jobs.enqueue('check-books-on-request', $1, now(), 'check-books-on-request')`, [
      JSON.stringify({ requested_by: caller.userId, with_gateway: input.with_gateway }),
    ])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'books.check',
      subject: { type: 'books', id: null },
      after: { with_gateway: input.with_gateway },
    })
    return { is_queued: true }
  },
}
