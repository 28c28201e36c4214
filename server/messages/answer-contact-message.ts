import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { contactReference } from '#domain/messages/contact.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/** Staff answer a contact message by mail; it can be answered once. */
export const answerContactMessage: Command<'answer-contact-message'> = {
  name: 'answer-contact-message',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['id', 'answer'],
  check: (raw) => checkFields(raw, { id: uuid('Message'), answer: text({ label: 'Answer', max: 5000, lines: true }) }),
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<ContactMessageRow>(
      `update public.contact_messages set status = 'answered', answered_by = $2, answered_at = now()
       where id = $1 and status = 'new' and exists (select from public.profiles where id = $2
         and role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
       returning id, email, created_at`,
      [input.id, caller.userId],
    )
    const message = rows[0]
    if (!message)
      return refuse('not_found', { message: 'This message was answered before, or is not yours to answer.' })
    const { id, email: to, created_at: writtenAt } = message
    // The address is unverified, so the mail quotes nothing of the message.
    await queueSystemMail(tx, 'contact-answer', {
      to,
      facts: { reference: contactReference(id), writtenAt, answer: input.answer },
      siteUrl: context.siteUrl,
    })
    // Without texts and address: the audit log is permanent, and both may have to be erased.
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'contact.answer',
      subject: { type: 'contact_message', id: input.id },
      before: { status: 'new' },
      after: { status: 'answered' },
    })
    return { id: input.id }
  },
}

interface ContactMessageRow {
  id: string
  email: string
  created_at: Date
}
