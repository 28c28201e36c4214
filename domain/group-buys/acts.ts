import { type ActDescriber, type ActDescribers, subjectOf, textOf } from '#domain/acts/act.ts'
import { buyLabel } from './state-labels.ts'

export const groupBuyActs = {
  'group-buy.cancel': ({ act, before, after }) => [
    ' cancelled the group buy ',
    subjectOf(act),
    `, which was "${buyLabel(String(before.status))}"; ${ordersEnded(after.orders)}.`,
  ],
  'group-buy.honour': ({ act }) => [' confirmed the group buy ', subjectOf(act), ' although too few have paid.'],
  'group-buy.confirm-part-pack': ({ act }) => [
    ' confirmed a part of the last pack of the group buy ',
    subjectOf(act),
    '.',
  ],
  'group-buy.message': ({ act, after }) => [
    ` wrote to ${peopleText(after.recipients)} in the group buy `,
    subjectOf(act),
    `: "${textOf(after.message) ?? ''}".`,
  ],
  'group-buy.extend': ({ act, after }) => [
    ' extended the group buy ',
    subjectOf(act),
    ` by ${after.days === 1 ? '1 day' : `${Number(after.days)} days`}.`,
  ],
  'group-buy.change-cycle': ({ act, after }) => [
    ` ${CYCLE_CHANGES[String(after.change)] ?? 'changed'} the repeated group buy `,
    subjectOf(act),
    '.',
  ],
  'group-buy.repeat': ({ act, after }) => [
    ' has the group buy ',
    subjectOf(act),
    ` repeated every ${after.period === 'month' ? 'month' : 'week'}.`,
  ],
  'buy-picture.hide': pictureOf('hid'),
  'buy-picture.show': pictureOf('showed again'),
} satisfies ActDescribers

const CYCLE_CHANGES: Record<string, string> = {
  pause: 'paused',
  resume: 'resumed',
  skip: 'skipped a round of',
  end: 'ended',
}

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

const peopleText = (amount: unknown): string => (amount === 1 ? '1 person' : `${Number(amount)} people`)
