import { type ActDescribers, type Fields, subjectOf, textOf } from '#domain/acts/act.ts'
import { formatNaira, nairaToKobo } from '#domain/money.ts'

export const productActs = {
  'product.archive': ({ act, before }) => [
    ' took the product ',
    subjectOf({ ...act, subject_name: act.subject_name ?? textOf(before.name) }),
    ` out of sale${priceOf(before)}.`,
  ],
  'product.restore': ({ act, before }) => [
    ' took the product ',
    subjectOf({ ...act, subject_name: act.subject_name ?? textOf(before.name) }),
    ' out of the archive.',
  ],
  'product.stockpile': ({ act, before, after }) => [
    after.can_be_stockpiled ? ' confirmed that ' : ' took back that ',
    subjectOf({ ...act, subject_name: act.subject_name ?? textOf(before.name) }),
    ' may be left with us.',
  ],
  'question.hide': ({ after }) => [' hid a question about ', { name: textOf(after.product) ?? 'a product' }, '.'],
  'question.reopen': ({ after }) => [
    ' took back a decision about a question about ',
    { name: textOf(after.product) ?? 'a product' },
    '.',
  ],
  'question.keep': ({ after }) => [
    ' let a reported question about ',
    { name: textOf(after.product) ?? 'a product' },
    ' stay.',
  ],
} satisfies ActDescribers

function priceOf({ base_price: price, unit }: Fields): string {
  if (typeof price !== 'number' && typeof price !== 'string') return ''
  return `; its price was ${formatNaira(nairaToKobo(price))}${unit ? ` a ${String(unit)}` : ''}`
}
