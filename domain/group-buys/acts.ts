import { type ActDescribers, subjectOf } from '#domain/acts/act.ts'
import { buyLabel } from './state-labels.ts'

export const groupBuyActs = {
  'group-buy.cancel': ({ act, before, after }) => [
    ' cancelled the group buy ',
    subjectOf(act),
    `, which was "${buyLabel(String(before.status))}"; ${ordersEnded(after.orders)}.`,
  ],
  'group-buy.honour': ({ act }) => [' confirmed the group buy ', subjectOf(act), ' although too few have paid.'],
} satisfies ActDescribers

function ordersEnded(amount: unknown): string {
  if (!Number(amount)) return 'there were no orders'
  return amount === 1 ? '1 order ended with it' : `${Number(amount)} orders ended with it`
}
