import { type ActDescriber, type ActDescribers, type Fields, subjectOf, textOf } from '#domain/acts/act.ts'
import { shopFacts } from './shop-change.ts'
import { profileFacts } from './shop-profile.ts'
import { type VendorState, vendorStateLabels } from './states.ts'

export const vendorActs = {
  'vendor.approve': shopParts('approved'),
  'vendor.reject': shopParts('did not approve'),
  'vendor.suspend': shopParts('suspended'),
  'vendor.reinstate': shopParts('opened again'),
  'shop.request-change': ({ act, after }) => [' asked to change ', subjectOf(act), `: ${changeText(after)}.`],
  'shop.withdraw-change': ({ act, before }) => [
    ' took back a request to change ',
    subjectOf(act),
    `: ${changeText(before)}.`,
  ],
  'shop.approve': ({ act, before, after }) => [
    ' approved a change of ',
    subjectOf(act),
    `: ${changeText(after)}. Before: ${changeText(before)}.`,
  ],
  'shop.refuse': ({ act, after }) => [' refused a change of ', subjectOf(act), `: ${changeText(after)}.`],
  'shop.change-profile': ({ act, after }) => [
    ' changed the profile of ',
    subjectOf(act),
    `: ${Object.entries(profileFacts)
      .filter(([fact]) => fact in after)
      .map(([, label]) => label.toLowerCase())
      .join(', ')}.`,
  ],
  'shop.change-days': ({ act, after }) => [
    ' changed the days of ',
    subjectOf(act),
    `: ${textOf(after.paused_until) ? `no new orders until ${textOf(after.paused_until)}` : 'takes new orders'}; ${closedCount(after.closed_days)}.`,
  ],
  'review.hide': ({ after }) => [' hid a rating of ', { name: textOf(after.shop) ?? 'a shop' }, '.'],
  'review.reopen': ({ after }) => [
    ' took back a decision about a rating of ',
    { name: textOf(after.shop) ?? 'a shop' },
    '.',
  ],
  'review.keep': ({ after }) => [' let a reported rating of ', { name: textOf(after.shop) ?? 'a shop' }, ' stay.'],
} satisfies ActDescribers

function shopParts(verb: string): ActDescriber {
  return ({ act, before, after }) => [
    ` ${verb} the shop `,
    subjectOf(act),
    `. It was "${shopState(before.status)}" and is now "${shopState(after.status)}".`,
  ]
}

const closedCount = (closures: unknown): string =>
  Array.isArray(closures) && closures.length > 0
    ? `closed ${closures.map(({ from, until }) => (from === until ? from : `${from} to ${until}`)).join(', ')}`
    : 'no closed days'

/** "business name Rice Palace; registration number none" */
const changeText = (facts: Fields): string =>
  Object.entries(shopFacts)
    .filter(([fact]) => fact in facts)
    .map(([fact, label]) => `${label.toLowerCase()} ${textOf(facts[fact]) ?? 'none'}`)
    .join('; ')

const shopState = (status: unknown): string => vendorStateLabels[status as VendorState] ?? String(status)
