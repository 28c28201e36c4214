import { type ActDescribers, subjectOf } from '#domain/acts/act.ts'

export const contactActs = {
  'contact.answer': () => [' answered a message from the contact form.'],
  'support.answer': () => [' answered a message to the market.'],
  'support.assign': ({ after }) => [
    after.assigned_to ? ' assigned a message to the market.' : ' gave a message to the market back to the queue.',
  ],
  'support.change': () => [' sorted a message to the market, closed it or left a note.'],
  'report.decide': ({ after }) => [` decided about a reported message: ${String(after.decision)}.`],
  'broadcast.send': ({ after }) => [
    ` wrote a notice to ${String(after.expected)} people of ${String(after.states)}: “${String(after.title)}”.`,
  ],
  'broadcast.approve': ({ after }) => [` approved the notice “${String(after.title)}”.`],
  'broadcast.refuse': ({ after }) => [` refused the notice “${String(after.title)}”.`],
  'broadcast.withdraw': ({ after }) => [` withdrew the notice “${String(after.title)}”.`],
  'conversation.write': ({ act, after }) => [
    ' wrote to ',
    subjectOf(act),
    after.about === 'nothing' ? '.' : ` about ${String(after.about)}.`,
  ],
} satisfies ActDescribers
