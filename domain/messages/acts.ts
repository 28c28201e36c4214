import { type ActDescribers, subjectOf } from '#domain/acts/act.ts'

export const contactActs = {
  'contact.answer': () => [' answered a message from the contact form.'],
  'support.answer': () => [' answered a message to the market.'],
  'support.assign': ({ after }) => [
    after.assigned_to ? ' assigned a message to the market.' : ' gave a message to the market back to the queue.',
  ],
  'support.change': () => [' sorted a message to the market, closed it or left a note.'],
  'conversation.write': ({ act, after }) => [
    ' wrote to ',
    subjectOf(act),
    after.about === 'nothing' ? '.' : ` about ${String(after.about)}.`,
  ],
} satisfies ActDescribers
