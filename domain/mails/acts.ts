import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const mailActs = {
  'mail.resend': ({ after }) => [` had a mail sent again that had failed (${textOf(after.kind) ?? 'mail'}).`],
  'template.test': ({ after }) => [` sent themselves a test of the template ${textOf(after.type) ?? 'mail'}.`],
} satisfies ActDescribers
