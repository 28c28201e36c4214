// Texts for differences between the gateway's records and the ledger, for pages and mails.
import type { BookKind, DifferenceFault } from './compare-books.ts'

type NotedFault = DifferenceFault | 'chargeback'

export const bookKindTexts: Record<BookKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  payout: 'Payout',
  settlement: 'Settlement',
}

/** Name, meaning and remedy of each kind of difference. */
export const differenceFaultTexts: Record<NotedFault, { name: string; meaning: string; toDo: string }> = {
  missing_here: {
    name: 'Missing in our ledger',
    meaning: 'The gateway says that this money moved. We have not booked it.',
    toDo: 'One of our payments is checked again automatically and leaves this list tomorrow. For anything else, find out at the gateway who made it.',
  },
  missing_there: {
    name: 'Missing at the gateway',
    meaning: 'We have booked it. The gateway has no record of it.',
    toDo: 'Look for the reference at the gateway. If it is not there, stop the order or refund it belongs to and call the gateway.',
  },
  doubled: {
    name: 'Twice at the gateway',
    meaning: 'The gateway has moved this money more than once. We have booked it once.',
    toDo: 'Have the gateway give the second one back, and keep their answer as the reason here.',
  },
  wrong_sum: {
    name: 'Different amount',
    meaning: 'Amount or charge are not the same on both sides.',
    toDo: 'Compare both sides below. The gateway’s statement decides what arrived.',
  },
  wrong_state: {
    name: 'Different status',
    meaning: 'One side says that it happened, the other that it did not, or that it was taken back.',
    toDo: 'A payment is checked again automatically. For a refund or payout, ask the gateway which is right.',
  },
  chargeback: {
    name: 'Chargeback',
    meaning: 'The payer’s bank disputes this payment.',
    toDo: 'Answer it at the gateway before its deadline, with the order’s history. Then note here what you answered.',
  },
}
