import type { I18n } from '@lingui/core'
import { allottedText } from '#domain/group-buys/packs/pack-texts.ts'
import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { day, kobo, naira } from '#web/ui/format.ts'
import { translateWeight } from '#web/weight-text.ts'
import { NEVER_PAID, type OrderMoney, orderMoney } from '../order-money.ts'
import type { OwnBulkOrder, OwnGroupOrder } from '../queries.ts'

/** Quantity, dates and prices of a group-buy order. Its amounts add up to the total. */
export function groupFacts(i18n: I18n, order: OwnGroupOrder): Fact[] {
  const { group_buy: buy } = order
  // An order that got nothing of the packs has no final price.
  const money = orderMoney({ ...order, final_price: order.allotted_quantity === 0 ? null : buy.final_price })
  const { price, all } = MONEY_TEXTS[money.stage]
  return [
    { label: i18n.t('Quantity'), value: weighed(i18n, countUnits(order.quantity, buy.unit), order.lines[0]?.weight) },
    ...packFacts(i18n, order),
    { label: i18n.t('Sharing day'), value: buy.share_date ? day(buy.share_date) : i18n.t('not set yet') },
    { label: i18n.t('Base price'), value: naira(buy.base_price) },
    ...(money.stage === 'due' ? [{ label: i18n.t('Price when you joined'), value: naira(priceOnJoining(order)) }] : []),
    { label: i18n.t(price), value: kobo(money.unitKobo) },
    ...(all === null
      ? []
      : [
          { label: i18n.t('Goods at this price'), value: kobo(money.goodsKobo) },
          { label: i18n.t('Fee {percent}%', { percent: order.buyer_fee_bps / 100 }), value: kobo(order.fee_kobo) },
          ...(order.delivery_fee_kobo > 0 ? [{ label: i18n.t('Delivery'), value: kobo(order.delivery_fee_kobo) }] : []),
          {
            label: i18n.t(all),
            value: kobo(order.amount_due_kobo > 0 ? order.amount_due_kobo : money.allKobo),
            total: true,
          },
        ]),
  ]
}

/** For goods in packs: what the buyer would take beyond what they want, and what they got and why. */
function packFacts(i18n: I18n, order: OwnGroupOrder): Fact[] {
  const { sure_quantity: sure, reserved_quantity: reserved, allotted_quantity: allotted, group_buy } = order
  const { unit, pack_unit: packUnit } = group_buy
  if (packUnit === null) return []
  if (allotted !== null && reserved !== null) {
    const units = { sure: sure ?? reserved, most: reserved, allotted, unit, packUnit }
    return [{ label: i18n.t('Your part of the packs'), value: translate(i18n, allottedText(units)) }]
  }
  if (sure === null) return []
  return [
    {
      label: i18n.t('Of these'),
      value: i18n.t('{count} in any case, the rest if they fill a {pack}', { count: sure, pack: packUnit }),
    },
  ]
}

/** The price on joining, only where it was below the promised maximum. */
const priceOnJoining = ({ unit_price, ceiling_unit_price }: OwnGroupOrder) => Math.min(unit_price, ceiling_unit_price)

const weighed = (i18n: I18n, units: string, weight: string | undefined): string =>
  weight ? `${units}, ${translateWeight(i18n, weight)}` : units

const MONEY_TEXTS: Record<OrderMoney['stage'], { price: string; all: string | null }> = {
  due: { price: /*i18n*/ 'Highest price you can pay', all: /*i18n*/ 'You pay at most' },
  paid: { price: /*i18n*/ 'Price you paid', all: /*i18n*/ 'You paid' },
  final: { price: /*i18n*/ 'Final price', all: /*i18n*/ 'In total' },
  none: { price: /*i18n*/ 'Price when you joined', all: null },
}

/** The goods of a bulk order, one by one, and their total. */
export function bulkFacts(i18n: I18n, order: OwnBulkOrder): Fact[] {
  const due = order.amount_due_kobo > 0
  const allKobo = nairaToKobo(order.total_amount) + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo)
  return [
    ...order.lines.map((item) => ({
      label: `${item.product_name}, ${weighed(i18n, countUnits(item.quantity, item.unit), item.weight)}`,
      value: naira(Math.round(item.unit_price * item.quantity * 100) / 100),
      ...(item.product && { to: `/products/${item.product_id}` }),
    })),
    { label: i18n.t('Goods'), value: naira(order.total_amount) },
    { label: i18n.t('Fee {percent}%', { percent: order.buyer_fee_bps / 100 }), value: kobo(order.fee_kobo) },
    ...(order.delivery_fee_kobo > 0 ? [{ label: i18n.t('Delivery'), value: kobo(order.delivery_fee_kobo) }] : []),
    ...(NEVER_PAID.has(order.status)
      ? []
      : [
          {
            label: due ? i18n.t('You pay') : i18n.t('In total'),
            value: kobo(due ? order.amount_due_kobo : allKobo),
            total: true,
          },
        ]),
  ]
}
