import { checkContactMessage } from '#domain/messages/contact.ts'
import type { Command } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'

/** Stores a contact message and sends it to the support mailbox. Only the cleaned subject reaches a mail header. */
export const sendContactMessage: Command<'send-contact-message'> = {
  name: 'send-contact-message',
  who: 'anyone',
  personal: true,
  asksPerson: true,
  limit: { tries: 5, windowSeconds: 3600 },
  fields: ['name', 'email', 'subject', 'message'],
  check: checkContactMessage,
  async run({ input, tx, shop }) {
    const { rows } = await tx.query<{ id: string }>(
      'insert into public.contact_messages (name, email, subject, message) values ($1, $2, $3, $4) returning id',
      [input.name, input.email, input.subject, input.message],
    )
    const { supportMailbox: to, siteUrl } = shop
    await queueSystemMail(tx, 'contact', { to, facts: input, siteUrl })
    return { id: rows[0]?.id ?? '' }
  },
}
