import { defineMessage } from '#domain/define-message.ts'
import { formatDatedMoment } from '#domain/time/date-text.ts'
import { type ReportConsequence, type ReportDecision, reporterTexts, writerTexts } from './reports.ts'

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
  /** To the person who reported a message. */
  'report-decided': defineMessage<{ decision: ReportDecision }>({
    topic: 'messages',
    push: 'never',
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ decision }, site) => ({
      subject: 'The message that you reported',
      text: ['Good day,', reporterTexts[decision], `Your messages: ${site}/account/messages`],
    }),
    notice: ({ decision }) => ({
      title: /*i18n*/ 'The message that you reported',
      body: reporterTexts[decision],
      link: '/account/messages',
    }),
  }),
  /** To the writer of a reported message. Does not say who reported it. */
  'message-judged': defineMessage<{ decision: ReportConsequence; reason: string; text: string }>({
    topic: 'messages',
    push: 'never',
    isMailDeferred: true,
    lane: 'bulk',
    mail: ({ decision, reason, text }, site) => ({
      subject: 'A message of yours was reported',
      text: ['Good day,', writerTexts[decision], `Your message: ${text}`, reason, `Our rules: ${site}/terms`],
    }),
    notice: ({ decision, reason }) => ({
      title: /*i18n*/ 'A message of yours was reported',
      body: [writerTexts[decision], reason],
      link: '/account/messages',
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
