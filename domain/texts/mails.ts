// System mails by name: the facts they need, and their text. Mails that the chief may edit are templates
// (mails/mail-template.ts); those of sign-in are in server/mails/auth-mails.ts.
import { formatDatedMoment, formatDay, formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import { countUnits } from '../products/units.ts'
import { type ApplicationMails, applicationMails } from './application-mails.ts'
import { type BooksMails, booksMails } from './books-mails.ts'
import { type ChangeMails, changeMails } from './change-mails.ts'
import { type ClaimMails, claimMails } from './claim-mails.ts'
import { type FollowMails, followMails } from './follow-mails.ts'
import { type FulfilmentMails, fulfilmentMails } from './fulfilment-mails.ts'
import { type HandOverMails, handOverMails } from './hand-over-mails.ts'
import { type LeavingMails, leavingMails } from './leaving-mails.ts'
import { type MailTable, REFUND_TIMES, unpaidSentence } from './mail-content.ts'
import { type MoneyMails, moneyMails } from './money-mails.ts'
import { type PackingMails, packingMails } from './packing-mails.ts'
import { type PayoutMails, payoutMails } from './payout-mails.ts'
import { type QuestionMails, questionMails } from './question-mails.ts'
import { type ShopMails, shopMails } from './shop-mails.ts'
import { truncate } from './truncate.ts'

export interface SystemMails
  extends ApplicationMails,
    BooksMails,
    ClaimMails,
    FollowMails,
    HandOverMails,
    LeavingMails,
    ChangeMails,
    MoneyMails,
    PackingMails,
    PayoutMails,
    QuestionMails,
    ShopMails,
    FulfilmentMails {
  'shop-suspended': { shop: string; orders: { orderNo: number; product: string }[] }
  /** `refundKobo`: amount paid; 0 if unpaid. */
  'buy-cancelled': { orderId: string; product: string; reason: string; orderNo: number; refundKobo: bigint }
  'order-paid': { orderId: string; what: string; orderNo: number; paidKobo: bigint; reference: string }
  /** `backKobo`: amount charged above the final price. */
  'buy-settled': {
    orderId: string
    product: string
    orderNo: number
    unitPriceKobo: bigint
    backKobo: bigint
    backTo: 'peps' | 'source'
    /** The vendor honours the buy although too few participants have paid. */
    isHonoured: boolean
    /** Number of participants who did not pay, if the price is therefore above the shown one; else null. */
    unpaid: { people: number; of: number } | null
  }
  'buy-failed': { orderId: string; product: string; orderNo: number; refundKobo: bigint }
  /** An order from the cart, cancelled by its buyer. `refundKobo`: amount paid; 0 if unpaid. */
  'order-cancelled': { orderId: string; what: string; orderNo: number; refundKobo: bigint }
  'order-expired': { orderId: string; buyId: string; product: string; orderNo: number }
  'money-back': { paymentId: string; reference: string; backKobo: bigint }
  /** `shareDate` is 'YYYY-MM-DD'. */
  'buy-extended': { orderId: string; buyId: string; product: string; endDate: Date; shareDate: string }
  /** `quantity`: of the whole order; `hasGrown`: the order existed before. */
  'joined-buy': {
    buyId: string
    product: string
    unit: string
    quantity: number
    hasGrown: boolean
    unitPriceKobo: bigint
    amountDueKobo: bigint
    /** Payment deadline; null if the order has grown and its hold is unchanged. */
    payBy: Date | null
    endDate: Date
    freeUntil: Date
    now: Date
  }
  contact: { name: string; email: string; subject: string; message: string }
  /** Does not quote the message: the sender may have entered another person's address. */
  'contact-answer': { reference: string; writtenAt: Date; answer: string }
}

export type SystemMailName = keyof SystemMails

const mails: MailTable<SystemMails> = {
  ...applicationMails,
  ...moneyMails,
  ...packingMails,
  ...payoutMails,
  ...questionMails,
  ...shopMails,
  ...booksMails,
  ...handOverMails,
  ...claimMails,
  ...followMails,
  'shop-suspended': ({ shop, orders }, site) => ({
    subject: `About your order: ${shop} is suspended`,
    text: [
      'Good day,',
      `We have suspended the shop ${shop}. Until that is settled nobody can join its group buys or buy from it.`,
      `Your orders stand:\n${orders.map(({ orderNo, product }) => `- ${orderNo}, ${product}`).join('\n')}`,
      'If you have paid, we keep your money: the shop is paid only after the food is in your hands. If you have not paid, you can leave free as the order says.',
      `Your orders: ${site}/account/orders\nQuestions: ${site}/contact`,
    ],
  }),
  'buy-cancelled': ({ product, reason, orderNo, refundKobo }, site) => ({
    subject: `Cancelled: ${product}`,
    text: [
      'Good day,',
      `The group buy ${product} was cancelled.\nReason: ${reason}`,
      refundKobo === 0n
        ? `Your order ${orderNo} is cancelled too. You had paid nothing, so nothing is owed.`
        : `Your order ${orderNo} is cancelled too. Everything you paid comes back to you: ${formatNaira(refundKobo)}: ${REFUND_TIMES}`,
      `Other group buys: ${site}/group-buys`,
    ],
  }),
  'order-paid': ({ orderId, what, orderNo, paidKobo, reference }, site) => ({
    subject: `Paid: ${what}`,
    text: [
      'Good day,',
      `We have your payment of ${formatNaira(paidKobo)} for ${what}, order ${orderNo}. It is held for you: the vendor gets it once you have your food.`,
      `Reference: ${reference}`,
      `Your order: ${site}/account/orders/${orderId}`,
    ],
  }),
  'buy-settled': ({ orderId, product, orderNo, unitPriceKobo, backKobo, backTo, isHonoured, unpaid }, site) => ({
    subject: `The price is final: ${product}`,
    text: [
      'Good day,',
      `The group buy ${product} is settled${isHonoured ? ': too few paid, but the vendor is going ahead' : ''}. You pay ${formatNaira(unitPriceKobo)} each for order ${orderNo}.${unpaid ? ` ${unpaidSentence(unpaid)}` : ''}`,
      backKobo === 0n
        ? 'That is what you paid, so nothing comes back.'
        : `You paid ${formatNaira(backKobo)} more than that. It comes back to you ${backTo === 'peps' ? 'as PEPS, at once.' : `to where you paid from: ${REFUND_TIMES}`}`,
      `Your order: ${site}/account/orders/${orderId}`,
    ],
  }),
  'buy-failed': ({ orderId, product, orderNo, refundKobo }, site) => ({
    subject: `Too few paid: ${product}`,
    text: [
      'Good day,',
      `Too few people paid for the group buy ${product}, so it does not take place.`,
      `All you paid for order ${orderNo} comes back to you, ${formatNaira(refundKobo)}, fee included: ${REFUND_TIMES}`,
      `Follow it here: ${site}/account/orders/${orderId}`,
      `Other group buys: ${site}/group-buys`,
    ],
  }),
  'order-expired': ({ buyId, product, orderNo }, site) => ({
    subject: `Not paid in time: ${product}`,
    text: [
      'Good day,',
      `Your order ${orderNo} in the group buy ${product} was not paid in time, so your place has been given up. You owe nothing.`,
      `The group buy: ${site}/group-buys/${buyId}`,
    ],
  }),
  'order-cancelled': ({ orderId, what, orderNo, refundKobo }, site) => ({
    subject: `Cancelled: ${what}`,
    text: [
      'Good day,',
      refundKobo === 0n
        ? `You have cancelled your order ${orderNo}, ${what}. You had paid nothing, so you owe nothing.`
        : `You have cancelled your order ${orderNo}, ${what}. Everything you paid comes back to you: ${formatNaira(refundKobo)}, fee included: as PEPS at once, or to where you paid from in 3 to 5 business days, as you chose.`,
      `Follow it here: ${site}/account/orders/${orderId}`,
    ],
  }),
  'money-back': ({ paymentId, reference, backKobo }, site) => ({
    subject: `Your payment of ${formatNaira(backKobo)} is on its way back`,
    text: [
      'Good day,',
      `We received ${formatNaira(backKobo)} from you that could not pay an order: it came too late, twice, or in another amount. We are sending it back to where it came from: ${REFUND_TIMES}`,
      `Reference: ${reference}`,
      `Follow it here: ${site}/account/payments/${paymentId}`,
    ],
  }),
  'buy-extended': ({ buyId, product, endDate, shareDate }, site) => ({
    subject: `Open a little longer: ${product}`,
    text: [
      'Good day,',
      `Too few people have paid for the group buy ${product}, so it is open once more until ${formatMoment(endDate)}. Sharing day is now ${formatDay(shareDate)}.`,
      `Your place is kept. If the new days do not suit you, you may leave free for 48 hours:\n${site}/group-buys/${buyId}`,
    ],
  }),
  'joined-buy': (order, site) => ({
    subject: `${order.hasGrown ? 'Your order has grown' : 'You have joined'}: ${order.product}`,
    text: [
      'Good day,',
      order.hasGrown
        ? `Your order in the group buy ${order.product} is now for ${countUnits(order.quantity, order.unit)}.`
        : `You have joined the group buy ${order.product} with ${countUnits(order.quantity, order.unit)}.`,
      `Price now: ${formatNaira(order.unitPriceKobo)} each. To pay: ${formatNaira(order.amountDueKobo)}, fee included${order.payBy ? `, by ${formatMoment(order.payBy)}` : '. Your place is held for minutes, so pay right away'}. This is the most you can pay: if the final price is lower, the difference comes back to you.`,
      `You may leave free of charge until ${formatMoment(order.endDate)} as long as you have not paid. ${
        order.freeUntil > order.now
          ? `Once you have paid, until ${formatMoment(order.freeUntil)}, and within an hour of paying.`
          : 'Once you have paid, within an hour of paying.'
      }`,
      `Your order: ${site}/group-buys/${order.buyId}`,
    ],
  }),
  ...leavingMails,
  ...changeMails,
  ...fulfilmentMails,
  contact: ({ name, email, subject, message }, site) => ({
    subject: `Contact form: ${subject}`,
    text: [`From: ${name} <${email}>`, message, `Answer it at ${site}/chief/messages`],
  }),
  'contact-answer': ({ reference, writtenAt, answer }) => ({
    subject: `Our answer to your message ${reference}`,
    text: ['Good day,', answer, `This is about your message ${reference} of ${formatDatedMoment(writtenAt)}.`],
  }),
}

/** Texts of the mail log: why a mail failed, and how to proceed. */
export const failedMailTexts = {
  refused: 'The recipient’s mail server refuses it. Check the address with them, then send it again.',
  unreachable: 'The mail server could not be reached. Once it works again, send it again.',
  requestNew: 'Its link and code have run out. The person can ask for a new mail on the sign-in page.',
  tooLate: 'Its text is no longer stored. Write to the person yourself.',
  opensAccount: 'Not stored, because it gives access to the account.',
  inInbox: 'You can read it in the contact inbox.',
} as const

/** Why a mail in the log can't be resent. */
export const mailResendTexts = {
  notFailed: 'Only a mail that failed can be sent again.',
  runOut: failedMailTexts.requestNew,
  forgotten: 'This mail is no longer stored, so it cannot be sent again.',
} as const

export const templateTexts = {
  unknown: (name: string, known: readonly string[]) =>
    `This mail has no placeholder {{${name}}}. It has ${shownPlaceholders(known)}.`,
  unescaped: 'Write placeholders between {{ and }}; three braces, & and = are not allowed',
} as const

/** Placeholders as they are typed in a template; lists are shown by their fields. */
export function shownPlaceholders(known: readonly string[]): string {
  return known
    .filter((name) => !known.some((other) => other.startsWith(`${name}.`)))
    .map((name) => name.split('.'))
    .map(([first, inside]) => (inside ? `{{${inside}}} inside {{#${first}}}` : `{{${first}}}`))
    .join(', ')
}

const MAX_SUBJECT_LENGTH = 200

/** Renders a system mail. `site` is the origin, for links. Overlong subjects are truncated. */
export function systemMail<Name extends SystemMailName>(
  name: Name,
  { facts, site }: { facts: SystemMails[Name]; site: string },
): { subject: string; text: string } {
  const { subject, text } = mails[name](facts, site)
  return { subject: truncate(subject, MAX_SUBJECT_LENGTH), text: `${text.join('\n\n')}\n` }
}
