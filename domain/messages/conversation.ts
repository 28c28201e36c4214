// A conversation between two people about an order.
import { type Checked, checkFields, text } from '#domain/forms/validation.ts'

export const MAX_MESSAGE_LENGTH = 2000

interface NewMessage {
  body: string
}

export function checkMessage(input: Readonly<Record<string, unknown>>): Checked<NewMessage> {
  return checkFields<NewMessage>(input, { body: text({ label: 'Message', max: MAX_MESSAGE_LENGTH, lines: true }) })
}
