import { Link } from 'react-router'
import { periodTexts } from '#domain/cycles/cycle-texts.ts'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { orderStateLabels } from '#domain/orders/states.ts'
import { countUnits } from '#domain/products/units.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, kobo, naira, plural } from '#web/ui/format.ts'
import { type OverseenBuy, ordersIn } from './queries.ts'

/** Its pool and dates. */
export function BuyDates({ buy }: { buy: OverseenBuy }) {
  return (
    <RecordSection id="pool" title="Pool and dates">
      <DataList
        facts={[
          {
            label: 'People',
            value: `${buy.current_participants} joined, ${buy.paid_participants} paid, minimum ${buy.min_participants}`,
          },
          {
            label: 'Goods',
            value: `${countUnits(buy.current_quantity, buy.unit)} of ${countUnits(buy.target_quantity, buy.unit)}`,
          },
          ...(buy.pack_size === null
            ? []
            : [{ label: 'Packs', value: `${buy.pack_unit} of ${countUnits(buy.pack_size, buy.unit)}` }]),
          { label: buy.final_price === null ? 'Price now' : 'Final price', value: naira(buyPriceNaira(buy)) },
          { label: 'Window closes', value: datedMoment(buy.end_date) },
          { label: 'Payment due', value: buy.payment_due_at ? datedMoment(buy.payment_due_at) : 'not set' },
          { label: 'Sharing day', value: buy.share_date ? datedDay(buy.share_date) : 'not set' },
          ...(buy.cycle ? [{ label: 'Repeats', value: cycleText(buy.cycle) }] : []),
          ...(buy.end_reason ? [{ label: 'Ended because', value: buy.end_reason }] : []),
        ]}
      />
    </RecordSection>
  )
}

/** "every week, next shared Sun 13 Dec 2026" */
function cycleText({ period, status, pause_reason, next_share_date }: NonNullable<OverseenBuy['cycle']>): string {
  if (status === 'ended') return 'no longer'
  const often = period === 'month' ? periodTexts.month : periodTexts.week
  if (status === 'running') return `${often}, next shared ${datedDay(next_share_date)}`
  return pause_reason ? `${often}, paused: ${pause_reason}` : `${often}, paused by the shop`
}

/** Where its orders and their goods are. */
export function BuyGoods({ buy, area }: { buy: OverseenBuy; area: string }) {
  const toPack = ordersIn(buy, 'paid', 'confirmed')
  const due = buy.states.find(({ status }) => status === 'pending')?.first_due_at
  const facts: Fact[] = [
    {
      label: 'Unpaid',
      value: `${plural(ordersIn(buy, 'pending'), 'order')}${due ? `, first due ${datedMoment(due)}` : ''}`,
    },
    { label: 'Paid, to pack', value: `${plural(toPack, 'order')}, ${buy.packed} packed` },
    ...buy.places.map(({ name, orders }) => ({ label: `Ready: ${name}`, value: plural(orders, 'order') })),
    { label: 'Handed over', value: plural(ordersIn(buy, 'collected', 'delivered', 'completed'), 'order') },
    { label: 'Went back', value: plural(ordersIn(buy, 'refunding', 'refunded'), 'order') },
    ...(buy.claims > 0 ? [{ label: 'Claims to decide', value: String(buy.claims), to: `${area}/claims` }] : []),
  ]
  return (
    <RecordSection id="goods" title="What stands where">
      <DataList facts={facts} />
    </RecordSection>
  )
}

interface BuyOrdersProps {
  buy: OverseenBuy
  area: string
}

/** The first orders by time of joining. */
export function BuyOrders({ buy: { orders, hasMoreOrders, product_name: product, unit }, area }: BuyOrdersProps) {
  return (
    <RecordSection
      id="orders"
      title="Orders"
      action={
        hasMoreOrders && (
          <Link to={`${area}/orders?search=${encodeURIComponent(product)}`} className="text-link">
            All orders of this product
          </Link>
        )
      }
    >
      {orders.length === 0 && <p className="text-soft">Nobody has joined it.</p>}
      <ul className="grid gap-x-8 gap-y-1 empty:hidden md:grid-cols-2">
        {orders.map(({ id, order_no: number, buyer_name: name, status, quantity }) => (
          <li key={id} className="border-t border-grain py-2">
            <RecordLink kind="order" id={id}>
              {number}
            </RecordLink>
            , {name || 'without a name'}: {countUnits(quantity, unit)}, {stateText(status)}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

const stateText = (status: string): string =>
  ((orderStateLabels as Record<string, string>)[status] ?? status).toLowerCase()

/** The money that waits for the hand-over, in one sentence. */
export function heldText({ sums }: Pick<OverseenBuy, 'sums'>): string {
  return sums ? `${kobo(sums.held_kobo)} is held.` : 'No money has come in.'
}
