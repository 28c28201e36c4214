import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { outcomeText, outcomeTexts } from '#domain/claims/claim-texts.ts'
import type { ClaimOutcome, ClaimPayer } from '#domain/claims/claiming.ts'
import { lotOutcomeText } from '#domain/claims/lot-texts.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { formatNaira } from '#domain/money.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { shopFacts } from '#domain/vendors/shop-change.ts'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { kobo, moment, naira } from '#web/ui/format.ts'
import { changedFields } from './changed-fields.ts'
import { rowNouns, rowVerbs } from './row-nouns.ts'
import { settingLabel, settingText } from './setting-texts.ts'

/** A row of the view `audit_trail`. */
export interface Act {
  id: number
  at: string
  /** `noun.verb`, such as `role.set`. */
  action: string
  subject_type: string
  subject_id: string | null
  subject_name: string | null
  before: unknown
  after: unknown
  actor_name: string | null
  actor_role: string | null
}

/** A part of a sentence; names are emphasised. */
type Part = string | { name: string }

interface ActSentence {
  /** The actor, the action, its subject and the change. */
  parts: Part[]
  reason: string | null
}

/** An act of the audit log as one sentence; acts without a sentence of their own are listed field by field. */
export function describeAct(act: Act): ActSentence {
  const before = fieldsOf(act.before)
  const after = fieldsOf(act.after)
  const describer = sentences[act.action]
  const rest = describer ? describer({ act, before, after }) : inFields(act)
  return { parts: [{ name: actorOf(act) }, ...rest], reason: textOf(after.note ?? after.reason) }
}

type Fields = Record<string, unknown>
type ActDescriber = (change: { act: Act; before: Fields; after: Fields }) => Part[]

const sentences: Record<string, ActDescriber> = {
  'role.set': ({ act, before, after }) => [
    ' changed the role of ',
    subjectOf(act),
    ` from ${roleOf(before)} to ${roleOf(after)}.`,
  ],
  'role.grant': ({ act, before, after }) => [
    ' gave ',
    subjectOf(act),
    ` the role ${roleOf(after)}, from ${roleOf(before)}.`,
  ],
  'sessions.end': ({ act }) => [' signed ', subjectOf(act), ' out everywhere.'],
  'region.assign': ({ act, before, after }) => [
    ' gave ',
    subjectOf(act),
    ` the states ${listOf(after.states)}. Before: ${listOf(before.states)}.`,
  ],
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
  'group-buy.cancel': ({ act, before, after }) => [
    ' cancelled the group buy ',
    subjectOf(act),
    `, which was "${buyLabel(String(before.status))}"; ${ordersEnded(after.orders)}.`,
  ],
  'product.archive': ({ act, before }) => [
    ' took the product ',
    subjectOf({ ...act, subject_name: act.subject_name ?? textOf(before.name) }),
    ` out of sale${priceOf(before)}.`,
  ],
  'product.stockpile': ({ act, before, after }) => [
    after.can_be_stockpiled ? ' confirmed that ' : ' took back that ',
    subjectOf({ ...act, subject_name: act.subject_name ?? textOf(before.name) }),
    ' may be left with us.',
  ],
  'setting.change': ({ before, after }) => {
    const key = Object.keys(after).find((name) => name !== 'effective_from' && name !== 'note') ?? ''
    const from = textOf(after.effective_from)
    const values = `from ${settingText(key, before[key])} to ${settingText(key, after[key])}`
    return [' changed ', { name: settingLabel(key) }, ` ${values}${from ? `, in force from ${moment(from)} on` : ''}.`]
  },
  'setting.withdraw': ({ before }) => {
    const key = Object.keys(before).find((name) => name !== 'effective_from') ?? ''
    const value = settingText(key, before[key])
    return [' withdrew a planned change of ', { name: settingLabel(key) }, ` to ${value}, before it took effect.`]
  },
  'contact.answer': () => [' answered a message from the contact form.'],
  'group-buy.honour': ({ act }) => [' confirmed the group buy ', subjectOf(act), ' although too few have paid.'],
  'refund.repeat': ({ after }) => [
    ` had a refund tried again that was stuck at a bank${after.to_another_account ? `, to ${String(after.bank ?? 'another account')} ****${String(after.last_four ?? '')}, ${String(after.account_name ?? '')}` : ''}.`,
  ],
  'amount.request': ({ after }) => [` entered ${amountText(after)}, which needs a second person.`],
  'amount.agree': ({ after }) => [` approved as the second person: ${amountText(after)}: ${String(after.note ?? '')}`],
  'amount.refuse': ({ after }) => [` refused ${amountText(after)}: ${String(after.note ?? '')}`],
  'cash.deposit': ({ after }) => [
    ` booked ${kobo(Number(after.amount_kobo ?? 0))} of a place’s cash as arrived in the bank, entry ${String(after.bank_entry ?? '')}.`,
  ],
  'bank-account.set': ({ act, before, after }) => [
    before.bank ? ' changed the bank account of ' : ' added a bank account to ',
    subjectOf(act),
    ` ${before.bank ? `from ${accountOf(before)} to ${accountOf(after)}` : `at ${accountOf(after)}`}.`,
  ],
  'payout.request': ({ act, after }) => [
    ` asked for a payout of ${formatNaira(Number(after.amount_kobo ?? 0))} to `,
    subjectOf(act),
    '.',
  ],
  'payout.weekly': ({ act, after }) => [
    after.weekly ? ' chose weekly payouts for ' : ' ended weekly payouts for ',
    subjectOf(act),
    '.',
  ],
  'payout.hold': ({ act }) => [' stopped payouts to ', subjectOf(act), '.'],
  'payout.release': ({ act }) => [' let payouts go on to ', subjectOf(act), '.'],
  'payout.check': () => [' requested the status of a payout from the gateway.'],
  'difference.resolve': ({ after }) => [
    ` resolved a difference between the payment gateway and the ledger (${textOf(after.reference) ?? 'no reference'}).`,
  ],
  'books.check': () => [' started a check of the books.'],
  'hand-over.done': ({ after }) => [` handed over goods of order ${String(after.order_no)} against its code.`],
  'hand-over.override': ({ after }) => [` handed over goods of order ${String(after.order_no)} without a code.`],
  'run.plan': ({ before, after }) => [
    ` ${before.rider ? 'changed' : 'planned'} a delivery run: rider ${textOf(after.rider) ?? 'unknown'}, ${String(after.orders)} stops.`,
  ],
  'run.start': ({ after }) => [` started a delivery run with ${String(after.orders)} stops.`],
  'run.remove-stop': ({ after }) => [` took order ${String(after.order_no)} out of a delivery run.`],
  'run.fail': ({ after }) => [
    ` could not deliver order ${String(after.order_no)}: ${textOf(after.reason) ?? 'no reason'}.`,
  ],
  'buyer.look-up': ({ after }) => [` looked up how to reach the buyer of order ${String(after.order_no)}.`],
  'uncollected.call': ({ after }) => [
    ` called the buyer of order ${String(after.order_no)}, which was not collected${after.reached ? '.' : ', without reaching them.'}`,
  ],
  'uncollected.resale': ({ after }) => [
    ` sold what was not collected of order ${String(after.order_no)} for its buyer, for ${kobo(Number(after.proceeds_kobo ?? 0))}.`,
  ],
  'uncollected.donation': ({ after }) => [
    ` gave away what was not collected of order ${String(after.order_no)}, as its buyer had agreed.`,
  ],
  'uncollected.spoiled': ({ after }) => [
    ` entered what was not collected of order ${String(after.order_no)} as spoiled.`,
  ],
  'staff.invite': ({ act }) => [' invited staff to ', subjectOf(act), '.'],
  'staff.join': ({ act }) => [' became staff of ', subjectOf(act), '.'],
  'staff.leave': ({ act }) => [' ended a membership at ', subjectOf(act), '.'],
  'order.refund-part': ({ after }) => [
    ` gave back ${kobo(Number(after.returned_kobo))} of order ${String(after.order_no)}, at the cost of ${after.payer === 'vendor' ? 'the vendor' : 'the market'}${Number(after.loss_kobo) > 0 ? `; ${kobo(Number(after.loss_kobo))} of it is our loss` : ''}.`,
  ],
  'order.pack': ({ after }) => [
    after.packed ? ' marked as packed: ' : ' took back the mark “packed” of: ',
    `${textOf(after.products) ?? 'goods'}, order ${String(after.order_no)}.`,
  ],
  'order.ready': ({ after }) => [` said that order ${String(after.order_no)} is ready.`],
  'group-buy.ready': ({ act, after }) => [' said that ', subjectOf(act), ` is ready (${String(after.orders)} orders).`],
  'delivery.weigh-in': ({ after }) => [
    ` counted ${String(after.units)} of ${String(after.expected)} ${textOf(after.product) ?? 'units'} at ${textOf(after.place) ?? 'a place'}.`,
  ],
  'delivery.shortfall': ({ after }) => [
    ` entered ${textOf(after.amount) ?? 'something'} of ${textOf(after.what) ?? 'a delivery'}; ${kobo(Number(after.goods_kobo ?? after.returned_kobo))} of goods of ${String(after.orders)} orders${after.waits ? ', which waits for an answer' : ''}${after.by_hub ? ', in part at the hub’s cost' : ''}.`,
  ],
  'delivery.shortfall-withdraw': ({ after }) => [
    ` took back a short delivery of ${textOf(after.what) ?? 'a product'}.`,
  ],
  'delivery.shortfall-answer': ({ after }) => [
    ` ${after.answer === 'accept' ? 'accepted' : 'did not accept'} a short delivery of ${textOf(after.what) ?? 'a product'}.`,
  ],
  'pickup-point.close': ({ before }) => [
    ' closed the pickup point ',
    { name: textOf(before.name) ?? 'without a name' },
    '.',
  ],
  'delivery-zone.close': ({ before }) => [
    ' closed the delivery zone ',
    { name: textOf(before.name) ?? 'without a name' },
    '.',
  ],
  'claim.propose': ({ after }) => claimParts('proposed how to end', after),
  'claim.decide': ({ after }) => claimParts('decided', after),
  'lot.decide': ({ after }) => lotParts('decided', after),
  'lot.decide-appeal': ({ after }) => lotParts('decided the appeal of', after),
  'claim.decide-appeal': ({ after }) => claimParts('decided the appeal of', after),
  'review.hide': ({ after }) => [' hid a rating of ', { name: textOf(after.shop) ?? 'a shop' }, ' that was reported.'],
  'review.keep': ({ after }) => [' let a reported rating of ', { name: textOf(after.shop) ?? 'a shop' }, ' stay.'],
  'question.hide': ({ after }) => [
    ' hid a question about ',
    { name: textOf(after.product) ?? 'a product' },
    ' that was reported.',
  ],
  'question.keep': ({ after }) => [
    ' let a reported question about ',
    { name: textOf(after.product) ?? 'a product' },
    ' stay.',
  ],
  'mail.resend': ({ after }) => [` had a mail sent again that had failed (${textOf(after.kind) ?? 'mail'}).`],
  'account.verify': ({ act, after }) => [
    after.verified ? ' verified the account of ' : ' took back the verification of the account of ',
    subjectOf(act),
    '.',
  ],
  'account.delete': ({ before }) => [` deleted their own account; their role was ${roleOf(before)}.`],
}

function claimParts(verb: string, after: Fields): Part[] {
  const outcome = String(after.outcome) as ClaimOutcome
  const words = outcomeTexts[outcome] ? outcomeText(outcome, BigInt(Number(after.goods_kobo ?? 0)), null) : outcome
  return [` ${verb} claim ${String(after.claim_no)}: ${formatInEnglish(words)}.`]
}

function lotParts(verb: string, after: Fields): Part[] {
  const words = lotOutcomeText(
    after.outcome as ClaimOutcome,
    Number(after.share_percent ?? 0),
    after.payer as ClaimPayer,
  )
  return [` ${verb} lot incident ${String(after.lot_no)}: ${words}.`]
}

function shopParts(verb: string): ActDescriber {
  return ({ act, before, after }) => [
    ` ${verb} the shop `,
    subjectOf(act),
    `. It was "${shopState(before.status)}" and is now "${shopState(after.status)}".`,
  ]
}

/** "business name Rice Palace; registration number none" */
const changeText = (facts: Fields): string =>
  Object.entries(shopFacts)
    .filter(([fact]) => fact in facts)
    .map(([fact, label]) => `${label.toLowerCase()} ${textOf(facts[fact]) ?? 'none'}`)
    .join('; ')

function inFields(act: Act): Part[] {
  const [noun = '', verb = ''] = act.action.split('.')
  const [row, did] = [rowNouns[noun], rowVerbs[verb]]
  if (row && did) {
    const name = act.subject_name ? [` ${did} the ${row} `, { name: act.subject_name }] : [` ${did} ${article(row)}`]
    return [...name, verb === 'remove' ? '.' : `. ${changedFields(act.before, act.after).join('; ')}.`]
  }
  const label = `${noun} ${verb}`.replaceAll(/[-_]/g, ' ').trim()
  return [': ', label, ', ', subjectOf(act), `. ${changedFields(act.before, act.after).join('; ')}.`]
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const actorOf = ({ actor_name: name, actor_role: role }: Act): string =>
  name || (role ? 'A former user' : 'The operator')

/** "₦25,000, Order 1012: 4 x Ofada rice, bag" */
const amountText = (after: Record<string, unknown>) =>
  `${kobo(Number(after.amount_kobo ?? 0))}, ${String(after.what ?? '')}`

function subjectOf({ subject_name: name, subject_type: type }: Pick<Act, 'subject_name' | 'subject_type'>): Part {
  if (name) return { name }
  return type === 'profile' ? 'a former user' : `a ${type.replaceAll('_', ' ')} that was deleted`
}

const accountOf = ({ bank, last_four: digits }: Fields): string =>
  `${textOf(bank) ?? 'a bank'}, ending in ${textOf(digits) ?? '?'}`

const roleOf = (fields: Fields): string => roleLabels[parseRole(fields.role)]

const shopState = (status: unknown): string => vendorStateLabels[status as VendorState] ?? String(status)

const listOf = (states: unknown): string =>
  Array.isArray(states) && states.length > 0 ? states.map(String).join(', ') : 'none'

function ordersEnded(amount: unknown): string {
  if (!Number(amount)) return 'there were no orders'
  return amount === 1 ? '1 order ended with it' : `${Number(amount)} orders ended with it`
}

function priceOf({ base_price: price, unit }: Fields): string {
  if (typeof price !== 'number' && typeof price !== 'string') return ''
  return `; its price was ${naira(price)}${unit ? ` a ${String(unit)}` : ''}`
}

const fieldsOf = (value: unknown): Fields => (value && typeof value === 'object' ? (value as Fields) : {})

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value : null)
