import { type ActDescribers, subjectOf } from '#domain/acts/act.ts'

export const contactActs = {
  'contact.answer': () => [' answered a message from the contact form.'],
  'conversation.write': ({ act, after }) => [
    ' wrote to ',
    subjectOf(act),
    after.about === 'nothing' ? '.' : ` about ${String(after.about)}.`,
  ],
} satisfies ActDescribers
