import { checkFields } from '#domain/forms/validation.ts'
import { previewSlot } from '#domain/mails/own-texts/message-parts.ts'
import { refuse } from '#domain/refusal.ts'
import { truncate } from '#domain/texts/truncate.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { ownTextFields, refuseOwnText, slotOf } from './own-text-input.ts'

/**
 * A chief sees an own text with example facts in their own inbox before it is saved. No other address can be named. Texts
 * of notices and SMS come as a mail too, which costs nothing.
 */
export const sendTestMessage: Command<'send-test-message'> = {
  name: 'send-test-message',
  who: 'signed-in',
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['kind', 'part', 'variant', 'language', 'subject', 'body'],
  check: (raw) => checkFields(raw, ownTextFields),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ email: string | null }>(
      `select rights.email_of(p.id) as email from public.profiles p where p.id = $1 and p.role = 'chief'`,
      [caller.userId],
    )
    const email = rows[0]?.email
    if (!email) return refuse('not_found')
    const refusal = refuseOwnText(input)
    if (refusal) return refusal
    const { subject, body } = previewSlot(slotOf(input), input)
    await queueMail(tx, {
      to: email,
      kind: 'message-test',
      lane: 'transactional',
      subject: truncate(`Test: ${subject || input.kind}`, 200),
      text: `${body}\n`,
    })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'message-text.test',
      subject: { type: 'message_text', id: null },
      after: { kind: input.kind, part: input.part, variant: input.variant, language: input.language },
    })
    return { recipient_email: email }
  },
}
