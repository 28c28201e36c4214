import { defineMessage } from '#domain/define-message.ts'
import { formatDatedMoment } from '#domain/time/date-text.ts'

/** Mails of the contact form: to the market's support, and the answer. Chats have notices in follows/messages.ts. */
export const contactMessages = {
  contact: defineMessage<{ name: string; email: string; subject: string; message: string }>({
    mailOnly: 'is sent to the support mailbox',
    lane: 'anonymous',
    mail: ({ name, email, subject, message }, site) => ({
      subject: `Contact form: ${subject}`,
      text: [`From: ${name} <${email}>`, message, `Answer it at ${site}/chief/messages`],
    }),
  }),
  /** To the people of states, from staff. */
  'region-notice': defineMessage<{ title: string; message: string }>({
    topic: 'messages',
    push: 'by-day',
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ title, message }, site) => ({
      subject: title,
      text: ['Good day,', message, `Choose what we tell you: ${site}/account/notices/preferences`],
    }),
    notice: ({ title, message }) => ({ title, body: message, link: '/account/notices' }),
  }),
  /** Does not quote the message: the sender may have entered another person's address. */
  'contact-answer': defineMessage<{ reference: string; writtenAt: Date; answer: string }>({
    mailOnly: 'is sent to an address: the sender need not be a member',
    lane: 'transactional',
    mail: ({ reference, writtenAt, answer }) => ({
      subject: `Our answer to your message ${reference}`,
      text: ['Good day,', answer, `This is about your message ${reference} of ${formatDatedMoment(writtenAt)}.`],
    }),
  }),
}
