import { useLingui } from '@lingui/react'
import { invitationText } from '#domain/group-buys/pool-sentence.ts'
import { priceAt, readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { payAtPrice } from '#domain/orders/amounts.ts'
import { isOpen } from '#web/group-buys/is-open.ts'
import { ShareBuy } from '#web/group-buys/overview/share-buy.tsx'
import { translate } from '#web/languages/translate.ts'
import type { PaidOrder } from '#web/payments/queries.ts'
import { toBeWeighedText } from '#web/to-be-weighed-text.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { OrderDestination } from '#web/ui/facts/order-destination.tsx'
import { day, kobo, moment } from '#web/ui/format.ts'

type PaidBuy = NonNullable<PaidOrder['group_buy']>

interface PaidOrdersProps {
  orders: readonly PaidOrder[]
  origin: string
  /** The viewer's referral code, if any. */
  code: string | null
  now: string
}

/** After paying: when and where each order is received, what may come back, and how to lower its price. */
export function PaidOrders({ orders, ...viewer }: PaidOrdersProps) {
  return orders.map((order) => <PaidOrderSection key={order.id} order={order} {...viewer} />)
}

function PaidOrderSection({ order, origin, code, now }: Omit<PaidOrdersProps, 'orders'> & { order: PaidOrder }) {
  const { i18n } = useLingui()
  const buy = order.group_buy
  const days = [...new Set(buy ? [buy.share_date] : order.lines.map(({ share_date }) => share_date))]
  const shareDays = days.map((date) => (date ? day(date) : i18n.t('not set yet'))).join(', ')
  return (
    <section aria-labelledby={`next-${order.id}`} className="grid gap-3">
      <h2 id={`next-${order.id}`} className="text-22">
        {buy ? buy.product_name : i18n.t('Order {number}', { number: order.order_no })}
      </h2>
      <DataList facts={[{ label: i18n.t('Sharing day'), value: shareDays }]} />
      <OrderDestination order={order} change={null} />
      <ToBeWeighed lines={order.lines} />
      {buy && order.status === 'paid' && <MayComeBack order={order} buy={buy} />}
      {buy && isOpen(buy, now) && (
        <>
          <h3 className="text-18">{i18n.t('Invite people')}</h3>
          <p>{translate(i18n, invitationText(poolOf(buy)))}</p>
          <ShareBuy buy={buy} address={`${origin}/group-buys/${buy.id}`} code={code} primary />
        </>
      )}
    </section>
  )
}

/** Goods by weight, named where there are several. */
function ToBeWeighed({ lines }: Pick<PaidOrder, 'lines'>) {
  const { i18n } = useLingui()
  return lines.map(({ id, product_name: name, quantity, most_kg_per_unit: most }) =>
    most === null ? null : (
      <p key={id} className="break-words">
        {lines.length > 1 && `${name}. `}
        {toBeWeighedText(i18n, Math.round(quantity * most * 1000))}
      </p>
    ),
  )
}

function MayComeBack({ order, buy }: { order: PaidOrder; buy: PaidBuy }) {
  const { i18n } = useLingui()
  const backKobo = mostBackKobo(order, buy)
  return (
    <p>
      {backKobo > 0 &&
        `${i18n.t('If more people pay, the price falls for everyone, and up to {amount} comes back to you.', { amount: kobo(backKobo) })} `}
      {buy.paid_participants < buy.min_participants &&
        i18n.t('If fewer than {count} people have paid by {time}, all {amount} comes back to you.', {
          count: buy.min_participants,
          time: moment(buy.payment_due_at ?? buy.end_date),
          amount: kobo(order.charged_kobo),
        })}
    </p>
  )
}

/** The difference between the amount paid and the cost at the lowest price that the buy can reach. */
function mostBackKobo(order: PaidOrder, buy: PaidBuy): number {
  const priceKobo = priceAt(readPrices(buy), Number.MAX_SAFE_INTEGER)
  const leastKobo = payAtPrice(order, { priceKobo, quantity: order.quantity })
  return order.charged_kobo - order.delivery_fee_kobo - Number(leastKobo)
}

const poolOf = (buy: PaidBuy) => ({
  tiers: readPrices(buy).tiers,
  currentParticipants: buy.current_participants,
  minParticipants: buy.min_participants,
  unit: buy.unit,
})
