import { type ActDescriber, type ActDescribers, subjectOf, textOf } from '#domain/acts/act.ts'
import { buyLabel } from './state-labels.ts'

export const groupBuyActs = {
  'group-buy.cancel': ({ act, before, after }) => [
    ' cancelled the group buy ',
    subjectOf(act),
    `, which was "${buyLabel(String(before.status))}"; ${ordersEnded(after.orders)}.`,
  ],
  'group-buy.honour': ({ act }) => [' confirmed the group buy ', subjectOf(act), ' although too few have paid.'],
  'buy-picture.hide': pictureOf('hid'),
  'buy-picture.show': pictureOf('showed again'),
} satisfies ActDescribers

function pictureOf(verb: string): ActDescriber {
  return ({ after }) => [
    ` ${verb} a photograph of the group buy `,
    { name: textOf(after.product) ?? 'of a product' },
    ` of ${textOf(after.shop) ?? 'a shop'}${textOf(after.reason) ? `: ${textOf(after.reason)}` : ''}.`,
  ]
}

function ordersEnded(amount: unknown): string {
  if (!Number(amount)) return 'there were no orders'
  return amount === 1 ? '1 order ended with it' : `${Number(amount)} orders ended with it`
}
