import type pg from 'pg'
import { checkContactMessage, contactReference } from '#domain/messages/contact.ts'
import type { Command } from '#server/command.ts'
import { sendTemplated } from '#server/mails/send-templated.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

/**
 * Stores a contact message, sends it to the support mailbox and a receipt to its author. Only the cleaned subject
 * reaches a mail header.
 */
export const sendContactMessage: Command<'send-contact-message'> = {
  name: 'send-contact-message',
  who: 'anyone',
  personal: true,
  requiresCaptcha: true,
  limit: { tries: 5, windowSeconds: 3600 },
  fields: ['name', 'email', 'subject', 'message'],
  check: checkContactMessage,
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<{ id: string }>(
      'insert into public.contact_messages (name, email, subject, message, person_id) values ($1, $2, $3, $4, $5) returning id',
      [input.name, input.email, input.subject, input.message, caller.userId],
    )
    const { supportMailbox: to, siteUrl } = context
    await queueSystemMail(tx, 'contact', { to, facts: input, siteUrl })
    if (await hasRecentReceipt(tx, input.email)) return { id: rows[0]?.id ?? '' }
    // The address is unverified, so the receipt quotes nothing of the message.
    const receipt = { type: 'contact-received', recipient: input.email, userId: null }
    await sendTemplated(tx, { ...receipt, data: { reference: contactReference(rows[0]?.id ?? '') }, siteUrl })
    return { id: rows[0]?.id ?? '' }
  },
}

/** Limits receipts to one per hour and address, because the address is unverified. */
async function hasRecentReceipt(tx: pg.PoolClient, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.email_logs where lower(recipient_email) = lower($1) and kind = 'contact-received'
       and created_at > now() - interval '1 hour' limit 1`,
    [email],
  )
  return rowCount === 1
}
