// Mails to vendors about their group buys.

import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { endReasons } from '#domain/orders/end-reasons.ts'
import { countUnits } from '#domain/products/units.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'
import { wholePacksText } from './packs/pack-texts.ts'

/** State of a group buy when the mail is sent. Days are 'YYYY-MM-DD'. */
export interface ShopBuy {
  buyId: string
  product: string
  unit: string
  people: number
  paidPeople: number
  paidQuantity: number
  leastPeople: number
  unitPriceKobo: bigint
  endDate: Date
  paymentDueAt: Date
  shareDate: string
  /** Deadline for honouring a short buy. */
  decideBy: Date
  reason: string
  /** Packs that are paid for; null for goods without packs. */
  packs?: { packUnit: string; packSize: number; full: number; missing: number } | null
}

/** "12 of 15 people have paid" */
const paidText = ({ people, paidPeople }: ShopBuy): string =>
  people === 0
    ? 'Nobody has joined'
    : `${paidPeople} of ${peopleText(people)} ${paidPeople === 1 ? 'has' : 'have'} paid`

const peopleText = (people: number): string => (people === 1 ? '1 person' : `${people} people`)

const buyLine = ({ buyId }: ShopBuy, site: string): string => `Your group buy: ${site}/group-buys/${buyId}`

const SHOP_BUYS_PATH = '/vendor/products/buys'

const packUnit = ({ packs }: ShopBuy): string => packs?.packUnit ?? ''

/** "it lacks 6 paint buckets of 20" */
const lackingText = ({ packs, unit }: ShopBuy): string =>
  `it lacks ${countUnits(packs?.missing ?? 0, unit)} of ${packs?.packSize}`

/** "100 paint buckets, which are 5 bags of 20, for 12 people" */
function unitsToPack({ paidQuantity, unit, packs, paidPeople }: ShopBuy): string {
  const units = countUnits(paidQuantity, unit)
  if (!packs) return `${units} for ${peopleText(paidPeople)}`
  return `${units}, which are ${wholePacksText(paidQuantity, { packUnit: packs.packUnit, packSize: packs.packSize, unit })}, for ${peopleText(paidPeople)}`
}

const whyFailed = ({ packs, reason }: ShopBuy): string =>
  packs && reason === endReasons.noPackFilled
    ? `People paid for less than one ${packs.packUnit}`
    : 'Too few people paid'

export const shopMessages = {
  'shop-buy-closed': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Closed: ${buy.product}`,
      text: [
        'Good day,',
        `Your group buy ${buy.product} takes no more orders. ${paidText(buy)}, and those who have not can pay until ${formatMoment(buy.paymentDueAt)}.`,
        buyLine(buy, site),
      ],
    }),
    notice: (buy) => ({
      title: `Closed: ${buy.product}`,
      body: `${paidText(buy)}.`,
      link: `${SHOP_BUYS_PATH}?show=closed`,
    }),
  }),
  'shop-buy-extended': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Open a little longer: ${buy.product}`,
      text: [
        'Good day,',
        `Too few people had paid for your group buy ${buy.product}, so it is open once more until ${formatMoment(buy.endDate)}, as you offered. Sharing day is now ${formatDay(buy.shareDate)}. We have told your buyers.`,
        buyLine(buy, site),
      ],
    }),
    notice: (buy) => ({
      title: `Open a little longer: ${buy.product}`,
      body: `Until ${formatMoment(buy.endDate)}. Sharing day is now ${formatDay(buy.shareDate)}.`,
      link: SHOP_BUYS_PATH,
    }),
  }),
  /** The window ended with an open pack. */
  'shop-buy-topped-up': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `The last ${packUnit(buy)} is not full: ${buy.product}`,
      text: [
        'Good day,',
        `Your group buy ${buy.product} has reached its end, but its last ${packUnit(buy)} is not full. Until ${formatMoment(buy.endDate)} it takes only what fills that ${packUnit(buy)}, and we have told the people in it.`,
        `You need not do anything now. If it is not filled, we ask you whether you bring a part of it.`,
        buyLine(buy, site),
      ],
    }),
    notice: (buy) => ({
      title: `The last ${packUnit(buy)} is not full: ${buy.product}`,
      body: `Until ${formatMoment(buy.endDate)} it takes only what fills it. If it is not filled, we ask you whether you bring a part of it.`,
      link: SHOP_BUYS_PATH,
    }),
  }),
  'shop-buy-short': defineMessage<ShopBuy>({
    // The vendor decides within 12 hours, or the buy fails.
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Your decision by ${formatMoment(buy.decideBy)}: ${buy.product}`,
      text: [
        'Good day,',
        `The due time of your group buy ${buy.product} has passed. ${paidText(buy)}; you asked for at least ${buy.leastPeople}.`,
        `You can still go through with it for those who have paid, at no more than they were promised. If we do not hear from you by ${formatMoment(buy.decideBy)}, it fails and everybody gets all their money back.`,
        `Decide here: ${site}/vendor/products/buys?show=settling`,
      ],
    }),
    notice: (buy) => ({
      title: `Your decision by ${formatMoment(buy.decideBy)}: ${buy.product}`,
      body: `${paidText(buy)}; you asked for at least ${buy.leastPeople}. Go ahead with it, or it fails.`,
      link: `${SHOP_BUYS_PATH}?show=settling`,
    }),
  }),
  /** The last pack was not filled: the vendor may bring a part of it. */
  'shop-part-pack': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `A part of a ${packUnit(buy)}, by ${formatMoment(buy.decideBy)}: ${buy.product}`,
      text: [
        'Good day,',
        `The last ${packUnit(buy)} of your group buy ${buy.product} was not filled: ${lackingText(buy)}.`,
        `If you bring a part of it, everybody gets what they asked for. If we do not hear from you by ${formatMoment(buy.decideBy)}, you bring ${buy.packs?.full ? `${countUnits(buy.packs.full, packUnit(buy))} only, and each buyer gets a little less` : 'nothing, and everybody gets their money back'}.`,
        `Decide here: ${site}/vendor/products/buys?show=settling`,
      ],
    }),
    notice: (buy) => ({
      title: `A part of a ${packUnit(buy)}, by ${formatMoment(buy.decideBy)}: ${buy.product}`,
      body: `The last ${packUnit(buy)} was not filled: ${lackingText(buy)}. Will you bring a part of it?`,
      link: `${SHOP_BUYS_PATH}?show=settling`,
    }),
  }),
  'shop-buy-confirmed': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Confirmed, please pack: ${buy.product}`,
      text: [
        'Good day,',
        `Your group buy ${buy.product} takes place. Please have ${unitsToPack(buy)} ready by ${formatDay(buy.shareDate)}, at ${formatNaira(buy.unitPriceKobo)} each.`,
        `Packing list: ${site}/vendor/orders/print/${buy.buyId}`,
      ],
    }),
    notice: (buy) => ({
      title: `Confirmed, please pack: ${buy.product}`,
      body: `${unitsToPack(buy)} by ${formatDay(buy.shareDate)}.`,
      link: `/vendor/orders/print/${buy.buyId}`,
    }),
  }),
  'shop-buy-failed': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Did not take place: ${buy.product}`,
      text: [
        'Good day,',
        `${whyFailed(buy)} of your group buy ${buy.product}, so it does not take place. Its goods are in your stock again${buy.paidPeople > 0 ? ', and everybody who paid gets their money back' : ''}.`,
        `Open another one: ${site}/vendor/products/buys`,
      ],
    }),
    notice: (buy) => ({
      title: `Did not take place: ${buy.product}`,
      body: `${whyFailed(buy)}. Its goods are in your stock again.`,
      link: SHOP_BUYS_PATH,
    }),
  }),
  /** Staff extended it. */
  'shop-buy-moved': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Open longer: ${buy.product}`,
      text: [
        'Good day,',
        `Our staff have extended your group buy ${buy.product}. It closes on ${formatMoment(buy.endDate)}, payment is due by ${formatMoment(buy.paymentDueAt)}, and the sharing day is ${formatDay(buy.shareDate)}.`,
        `The people in it have been told. Questions: ${site}/contact`,
      ],
    }),
    notice: (buy) => ({
      title: `Extended by our staff: ${buy.product}`,
      body: `It closes on ${formatMoment(buy.endDate)}; the sharing day is ${formatDay(buy.shareDate)}.`,
      link: SHOP_BUYS_PATH,
    }),
  }),
  /** `reason` is what staff wrote to the people in it. */
  'shop-buy-written-to': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `We wrote to the people in ${buy.product}`,
      text: [
        'Good day,',
        `Our staff have written to the people in your group buy ${buy.product}:`,
        buy.reason,
        `Questions: ${site}/contact`,
      ],
    }),
    notice: (buy) => ({
      title: `Our staff wrote to the people in ${buy.product}`,
      body: buy.reason,
      link: SHOP_BUYS_PATH,
    }),
  }),
  'shop-buy-cancelled': defineMessage<ShopBuy>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: (buy, site) => ({
      subject: `Cancelled: ${buy.product}`,
      text: [
        'Good day,',
        `Our staff have cancelled your group buy ${buy.product}.\nReason: ${buy.reason}`,
        'Its goods are in your stock again. Everybody who paid gets their money back, and we have told your buyers.',
        `Questions: ${site}/contact`,
      ],
    }),
    notice: (buy) => ({
      title: `Cancelled by our staff: ${buy.product}`,
      body: buy.reason,
      link: SHOP_BUYS_PATH,
    }),
  }),
}

export type ShopMessageName = keyof typeof shopMessages
