import { type FailReason, failReasons } from '#domain/delivery-runs/failed-delivery.ts'
import { kgText } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { clockTime, day, moment, naira } from '#web/ui/format.ts'
import { destinationText } from '../../destination/destination-texts.ts'
import { handOverText } from '../../timeline/order-history.ts'
import type { StaffHandOver, StaffOrder, StaffStop } from './order-queries.ts'

/** The ordered goods, their shop and where they go. */
export function OrderGoods({ order }: { order: StaffOrder }) {
  return (
    <RecordSection id="goods" title="Goods">
      <DataList
        facts={[
          ...order.lines.map((line, index) => ({
            label: `${order.lines.length > 1 ? `${index + 1}. ` : ''}${line.product_name}`,
            value: `${countUnits(line.quantity, line.unit)}, ${naira(line.unit_price)} each${line.packed_at ? ', packed' : ''}`,
          })),
          {
            label: 'Shop',
            value: (
              <RecordLink kind="shop" id={order.vendor_id}>
                {order.vendor_name ?? 'Shop'}
              </RecordLink>
            ),
          },
          ...(order.group_buy_id
            ? [
                {
                  label: 'Group buy',
                  value: (
                    <RecordLink kind="buy" id={order.group_buy_id}>
                      {order.product_name}
                    </RecordLink>
                  ),
                },
              ]
            : []),
          { label: 'Sharing day', value: order.share_date ? day(order.share_date) : 'not set' },
          { label: 'Where', value: destinationText(order) },
          ...(order.kg === null ? [] : [{ label: 'Weighs about', value: kgText(order.kg) }]),
        ]}
      />
    </RecordSection>
  )
}

/** How the goods changed hands, and the tries to bring them. */
export function OrderHandOvers({ order: { hand_overs: handOvers, stops, photographs } }: { order: StaffOrder }) {
  if (handOvers.length === 0 && stops.length === 0) return null
  return (
    <RecordSection id="hand-over" title="Hand-over">
      <ul className="grid gap-3">
        {handOvers.map((one) => (
          <HandOver key={one.id} handOver={one} photograph={photographs[one.photo ?? '']} />
        ))}
        {stops.map((stop) => (
          <Stop key={stop.id} stop={stop} />
        ))}
      </ul>
    </RecordSection>
  )
}

interface HandOverProps {
  handOver: StaffHandOver
  photograph: string | undefined
}

function HandOver({ handOver, photograph }: HandOverProps) {
  const { place_name: place, handled_by: by, identity, reason, by_shop: byShop, confirmed_at: confirmed } = handOver
  return (
    <li className="rounded-card border border-grain bg-card p-3">
      <p>
        <strong>{handOver.kind === 'delivery' ? 'Delivery' : place}</strong>: {handOverText(handOver)}
        {handOver.status === 'done' && by && `, by ${by}`}.
      </p>
      {identity && (
        <p className="text-14 wrap-anywhere">
          Without a code{byShop ? ', by the shop itself' : ''}: {reason}. {IDENTITIES[identity]}.{' '}
          {confirmed ? `The buyer confirmed it ${moment(confirmed)}.` : 'The buyer has not confirmed it.'}
        </p>
      )}
      {photograph && (
        <a href={photograph} className="inline-flex min-h-11 items-center text-link">
          Photograph of the papers
        </a>
      )}
    </li>
  )
}

const IDENTITIES = {
  'id-card': 'Saw an identity card',
  known: 'Knows the buyer',
  called: 'Called the buyer',
} as const

function Stop({ stop }: { stop: StaffStop }) {
  const { status, reason, note, rider, ended_at: ended, out_at: out, window_from: from, window_until: until } = stop
  const why = failReasons[reason as FailReason]?.choice
  const state =
    status === 'failed'
      ? `not delivered${ended ? ` ${moment(ended)}` : ''}${why ? ` (“${why}”)` : ''}`
      : status === 'delivered'
        ? `delivered${ended ? ` ${moment(ended)}` : ''}`
        : status === 'removed'
          ? 'taken off the run'
          : out
            ? `out since ${moment(out)}`
            : 'planned'
  return (
    <li className="rounded-card border border-grain bg-card p-3">
      <p>
        <strong>Delivery run</strong> of {moment(from)} to {clockTime(until)}, {rider || 'a former rider'}: {state}.
      </p>
      {note && <p className="text-14 wrap-anywhere">{note}</p>}
    </li>
  )
}
