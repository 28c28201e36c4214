import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const mailActs = {
  'mail.resend': ({ after }) => [` had a mail sent again that had failed (${textOf(after.kind) ?? 'mail'}).`],
} satisfies ActDescribers
