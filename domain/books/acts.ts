import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const bookActs = {
  'difference.resolve': ({ after }) => [
    ` resolved a difference between the payment gateway and the ledger (${textOf(after.reference) ?? 'no reference'}).`,
  ],
  'books.check': () => [' started a check of the books.'],
} satisfies ActDescribers
