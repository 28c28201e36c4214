// The contact form (specification 2 and 5): all four fields required, e-mail format valid.
import { type Checked, checkFields, email, text } from '#domain/forms/validation.ts'

interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/** Name and subject must be single lines: they may become mail headers. */
export function checkContactMessage(input: Readonly<Record<string, unknown>>): Checked<ContactMessage> {
  return checkFields<ContactMessage>(input, {
    name: text({ label: 'Name', max: 120 }),
    email: email({ label: 'Email' }),
    subject: text({ label: 'Subject', max: 200 }),
    message: text({ label: 'Message', max: 5000, lines: true }),
  })
}

/** Reference number of a message: the beginning of its id. */
export function contactReference(id: string): string {
  return id.slice(0, 8).toUpperCase()
}
