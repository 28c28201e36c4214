import { checkFields, text } from '#domain/forms/validation.ts'
import { previewTemplate, templateFaults } from '#domain/mails/template-check.ts'
import { refuse } from '#domain/refusal.ts'
import { truncate } from '#domain/texts/truncate.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** A chief sees a template in their own inbox before it is saved. No other address can be named, and its values are examples. */
export const sendTestMail: Command<'send-test-mail'> = {
  name: 'send-test-mail',
  who: 'signed-in',
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['type', 'subject', 'content'],
  check: (raw) =>
    checkFields(raw, {
      type: text({ label: 'Type', max: 80 }),
      subject: text({ label: 'Subject', max: 200 }),
      content: text({ label: 'Content', max: 50_000, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ id: string; email: string | null }>(
      `select t.id, rights.email_of(p.id) as email from public.email_templates t
       join public.profiles p on p.id = $2 and p.role = 'chief' where t.type = $1`,
      [input.type, caller.userId],
    )
    const found = rows[0]
    if (!found?.email) return refuse('not_found')
    const [fault] = Object.values(templateFaults(input, input.type))
    if (fault) return refuse('invalid_input', { message: fault })
    const { subject, text: words, html } = previewTemplate(input)
    await queueMail(tx, {
      to: found.email,
      kind: 'template-test',
      lane: 'transactional',
      subject: truncate(`Test: ${subject}`, 200),
      text: words,
      html,
    })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'template.test',
      subject: { type: 'template', id: found.id },
      after: { type: input.type },
    })
    return { recipient_email: found.email }
  },
}
