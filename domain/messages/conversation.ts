// A conversation between two people about an order.
import { type Checked, checkFields, text } from '../validation.ts'

export const LONGEST_MESSAGE = 2000

export interface NewMessage {
  body: string
}

export function checkMessage(input: Readonly<Record<string, unknown>>): Checked<NewMessage> {
  return checkFields<NewMessage>(input, { body: text({ label: 'Message', most: LONGEST_MESSAGE, lines: true }) })
}

/** The subject of a conversation about an order, cut to the column's length. */
export function conversationSubject(order: { orderNo: string | number; productName: string }): string {
  return [...`Order ${order.orderNo}: ${order.productName}`].slice(0, 160).join('')
}
