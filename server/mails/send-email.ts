import { checkFields, email, jsonObject, optional, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { sendTemplated } from './send-templated.ts'

/** The specification's send-email call, for the secret key only. */
export const sendEmail: Command<'send-email'> = {
  name: 'send-email',
  who: 'secret-key',
  limit: { tries: 600, ...PER_MINUTE },
  fields: ['type', 'recipient_email', 'user_id', 'data'],
  check: (raw) =>
    checkFields(raw, {
      type: text({ label: 'Type', max: 80 }),
      recipient_email: email({ label: 'Recipient' }),
      user_id: optional(uuid('User')),
      data: optional(jsonObject({ label: 'Data', max: 50_000 })),
    }),
  async run({ input, tx, context }) {
    const id = await sendTemplated(tx, {
      type: input.type,
      recipient: input.recipient_email,
      userId: input.user_id ?? null,
      data: input.data ?? {},
      siteUrl: context.siteUrl,
    })
    return id ? { email_log_id: id } : refuse('not_found', { message: 'There is no such template.' })
  },
}
