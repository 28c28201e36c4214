import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const mailActs = {
  'mail.resend': ({ after }) => [` had a mail sent again that had failed (${textOf(after.kind) ?? 'mail'}).`],
  'template.test': ({ after }) => [` sent themselves a test of the template ${textOf(after.type) ?? 'mail'}.`],
  'message-text.save': ({ after }) => [
    ` wrote their own text for the message ${textOf(after.kind) ?? ''} (${textOf(after.part) ?? ''}, ${textOf(after.language) ?? ''}).`,
  ],
  'message-text.reset': ({ after }) => [
    ` took the standard text of the message ${textOf(after.kind) ?? ''} again (${textOf(after.part) ?? ''}, ${textOf(after.language) ?? ''}).`,
  ],
  'message-text.test': ({ after }) => [` sent themselves a test of the message ${textOf(after.kind) ?? ''}.`],
} satisfies ActDescribers
