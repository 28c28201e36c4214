import { checkContactMessage } from '#domain/messages/contact.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import type { Command } from '../command.ts'

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
    await queueMail(tx, {
      to: shop.supportMailbox,
      kind: 'contact',
      subject: `Contact form: ${input.subject}`.slice(0, 200),
      text: `From: ${input.name} <${input.email}>\n\n${input.message}\n\nAnswer it at ${shop.siteUrl}/chief/messages\n`,
    })
    return { id: rows[0]?.id ?? '' }
  },
}
