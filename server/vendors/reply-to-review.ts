import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** The shop's vendor answers a rating in public, once. */
export const replyToReview: Command<'reply-to-review'> = {
  name: 'reply-to-review',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['review_id', 'reply'],
  check: (raw) =>
    checkFields(raw, {
      review_id: uuid('Rating'),
      reply: text({ label: 'Reply', min: 1, max: 1000, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ replied: boolean }>(
      `select r.reply is not null as replied from public.reviews r join public.vendors v on v.id = r.vendor_id join public.profiles p on p.id = v.owner_id
       where r.id = $1 and v.owner_id = $2 and p.role = 'vendor' for update of r`,
      [input.review_id, caller.userId],
    )
    if (!rows[0]) return refuse('review_not_found')
    if (rows[0].replied) return refuse('replied_already')
    await tx.query('update public.reviews set reply = $2, replied_at = clock_timestamp() where id = $1', [
      input.review_id,
      input.reply,
    ])
    return { review_id: input.review_id }
  },
}
