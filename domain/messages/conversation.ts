// A conversation between two people about an order.
import { type Checked, checkFields, text } from '../validation.ts'

export const LONGEST_MESSAGE = 2000

interface NewMessage {
  body: string
}

export function checkMessage(input: Readonly<Record<string, unknown>>): Checked<NewMessage> {
  return checkFields<NewMessage>(input, { body: text({ label: 'Message', most: LONGEST_MESSAGE, lines: true }) })
}
