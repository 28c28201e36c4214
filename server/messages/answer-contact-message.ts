import { refuse } from '#domain/refusal.ts'
import { checkFields, text, uuid } from '#domain/validation.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { type Command, PER_MINUTE } from '../command.ts'

/** Staff answer a contact message by mail; the message leaves the inbox once. */
export const answerContactMessage: Command<'answer-contact-message'> = {
  name: 'answer-contact-message',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['id', 'answer'],
  check: (raw) => checkFields(raw, { id: uuid('Message'), answer: text({ label: 'Answer', most: 5000, lines: true }) }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ email: string; name: string; subject: string; message: string }>(
      `update public.contact_messages set status = 'answered', answered_by = $2, answered_at = now()
       where id = $1 and status = 'new' and exists (select from public.profiles where id = $2
         and role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
       returning email, name, subject, message`,
      [input.id, caller.userId],
    )
    const asked = rows[0]
    if (!asked) return refuse('not_found', { message: 'This message was answered before, or is not yours to answer.' })
    await queueMail(tx, {
      to: asked.email,
      kind: 'contact-answer',
      subject: `Re: ${asked.subject}`.slice(0, 200),
      text: `Good day ${asked.name},\n\n${input.answer}\n\nYou wrote:\n${asked.message}\n`,
    })
    return { id: input.id }
  },
}
