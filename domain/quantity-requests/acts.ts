import { type ActDescribers, type Fields, subjectOf, textOf } from '#domain/acts/act.ts'

export const quantityRequestActs = {
  'quantity-request.grant': ({ act, after }) => [' let a buyer take ', countOf(after), ' of ', subjectOf(act), '.'],
  'quantity-request.decline': ({ act, after }) => [
    ' declined the request of a buyer for ',
    countOf(after),
    ' of ',
    subjectOf(act),
    `: ${textOf(after.reason) ?? 'no reason'}.`,
  ],
} satisfies ActDescribers

const countOf = ({ quantity }: Fields): string => (typeof quantity === 'number' ? String(quantity) : 'more')
