// Mails to vendors about their group buys.
import { formatDay, formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import { countUnits } from '../products/units.ts'
import type { MailContent, MailTable } from './mail-content.ts'

export type ShopMailName =
  | 'shop-buy-closed'
  | 'shop-buy-extended'
  | 'shop-buy-short'
  | 'shop-buy-confirmed'
  | 'shop-buy-failed'
  | 'shop-buy-cancelled'

export type ShopMails = Record<ShopMailName, ShopBuy>

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
}

export const shopMails: MailTable<ShopMails> = {
  'shop-buy-closed': (buy, site) => ({
    subject: `Closed: ${buy.product}`,
    text: [
      'Good day,',
      `Your group buy ${buy.product} takes no more orders. ${paidText(buy)}, and those who have not can pay until ${formatMoment(buy.paymentDueAt)}.`,
      buyLine(buy, site),
    ],
  }),
  'shop-buy-extended': (buy, site) => ({
    subject: `Open a little longer: ${buy.product}`,
    text: [
      'Good day,',
      `Too few people had paid for your group buy ${buy.product}, so it is open once more until ${formatMoment(buy.endDate)}, as you offered. Sharing day is now ${formatDay(buy.shareDate)}. We have told your buyers.`,
      buyLine(buy, site),
    ],
  }),
  'shop-buy-short': (buy, site) => ({
    subject: `Your decision by ${formatMoment(buy.decideBy)}: ${buy.product}`,
    text: [
      'Good day,',
      `The due time of your group buy ${buy.product} has passed. ${paidText(buy)}; you asked for at least ${buy.leastPeople}.`,
      `You can still go through with it for those who have paid, at no more than they were promised. If we do not hear from you by ${formatMoment(buy.decideBy)}, it fails and everybody gets all their money back.`,
      `Decide here: ${site}/vendor/products/buys?show=settling`,
    ],
  }),
  'shop-buy-confirmed': (buy, site) => ({
    subject: `Confirmed, please pack: ${buy.product}`,
    text: [
      'Good day,',
      `Your group buy ${buy.product} takes place. Please have ${countUnits(buy.paidQuantity, buy.unit)} for ${peopleText(buy.paidPeople)} ready by ${formatDay(buy.shareDate)}, at ${formatNaira(buy.unitPriceKobo)} each.`,
      `Packing list: ${site}/vendor/orders/print/${buy.buyId}`,
    ],
  }),
  'shop-buy-failed': (buy, site) => ({
    subject: `Did not take place: ${buy.product}`,
    text: [
      'Good day,',
      `Too few people paid for your group buy ${buy.product}, so it does not take place. Its goods are in your stock again${buy.paidPeople > 0 ? ', and everybody who paid gets their money back' : ''}.`,
      `Open another one: ${site}/vendor/products/buys`,
    ],
  }),
  'shop-buy-cancelled': (buy, site) => ({
    subject: `Cancelled: ${buy.product}`,
    text: [
      'Good day,',
      `Our staff have cancelled your group buy ${buy.product}.\nReason: ${buy.reason}`,
      'Its goods are in your stock again. Everybody who paid gets their money back, and we have told your buyers.',
      `Questions: ${site}/contact`,
    ],
  }),
} satisfies Record<ShopMailName, (buy: ShopBuy, site: string) => MailContent>

/** "12 of 15 people have paid" */
export const paidText = ({ people, paidPeople }: ShopBuy): string =>
  people === 0
    ? 'Nobody has joined'
    : `${paidPeople} of ${peopleText(people)} ${paidPeople === 1 ? 'has' : 'have'} paid`

export const peopleText = (people: number): string => (people === 1 ? '1 person' : `${people} people`)

const buyLine = ({ buyId }: ShopBuy, site: string): string => `Your group buy: ${site}/group-buys/${buyId}`
