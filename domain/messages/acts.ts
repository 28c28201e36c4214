import type { ActDescribers } from '#domain/acts/act.ts'

export const contactActs = {
  'contact.answer': () => [' answered a message from the contact form.'],
} satisfies ActDescribers
