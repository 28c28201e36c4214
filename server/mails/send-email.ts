import { refuse } from '#domain/refusal.ts'
import { email, oneOf } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { anyText, uuidText } from '../fields.ts'
import { sendTemplated } from './send-templated.ts'

/** The specification's admin send-email call, only for the secret key. */
export const sendEmail: Command<'send-email'> = {
  name: 'send-email',
  who: 'secret-key',
  limit: { tries: 600, ...PER_MINUTE },
  fields: ['type', 'recipient_email', 'user_id', 'data'],
  check(raw) {
    const recipient = email({ label: 'Recipient' })(raw.recipient_email)
    if ('error' in recipient) return { ok: false, errors: { recipient_email: recipient.error } }
    const type = anyText(raw.type)
    const known = oneOf({ label: 'template', among: [type] })(type)
    if ('error' in known || !type) return { ok: false, errors: { type: 'Please choose a template.' } }
    const data = raw.data ?? {}
    if (typeof data !== 'object' || Array.isArray(data) || JSON.stringify(data).length > 50_000) {
      return { ok: false, errors: { data: 'Data must be an object of at most 50,000 characters.' } }
    }
    const user_id = uuidText(raw.user_id)
    return {
      ok: true,
      value: {
        type,
        recipient_email: recipient.value,
        data: data as Record<string, unknown>,
        ...(user_id && { user_id }),
      },
    }
  },
  async run({ input, tx, shop }) {
    const id = await sendTemplated(tx, {
      type: input.type,
      recipient: input.recipient_email,
      userId: input.user_id ?? null,
      data: input.data ?? {},
      siteUrl: shop.siteUrl,
    })
    return id ? { email_log_id: id } : refuse('not_found', { message: 'There is no such template.' })
  },
}
