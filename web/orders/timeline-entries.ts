import { type FailReason, failReasons } from '#domain/delivery-runs/failed-delivery.ts'
import { nairaToKobo } from '#domain/money.ts'
import { clockTime, kobo, moment, naira } from '#web/ui/format.ts'
import { stateLabel } from './order-words.ts'

interface Order {
  status: string
  fulfilment: string
  total_amount: number
  fee_kobo: number
  delivery_fee_kobo: number
  charged_kobo: number
  settled_at: string | null
  group_buy: {
    unit: string
    final_price: number | null
    payment_due_at: string | null
    share_date: string | null
  } | null
}

interface Happened {
  /** Runs that it was on. */
  stops: readonly {
    id: string | null
    status: string | null
    reason: string | null
    created_at: string | null
    out_at: string | null
    ended_at: string | null
    window_from: string | null
    window_until: string | null
  }[]
  moves: readonly { to_status: string; at: string; reason: string | null }[]
  refunds: readonly { id: string; amount_kobo: number; status: string; reason: string; processed_at: string | null }[]
  parts: readonly {
    id: string
    goods_kobo: number
    fee_kobo: number
    delivery_kobo: number
    reason: string
    created_at: string
  }[]
}

export interface TimelineEntry {
  key: string
  title: string
  at: string
  detail: string | null
  /** Has not happened yet. */
  ahead?: true
}

/** What happened with an order, oldest first, and the one day ahead that counts. */
export function timelineOf(order: Order, { moves, refunds, parts, stops }: Happened): TimelineEntry[] {
  const past: TimelineEntry[] = [
    ...moves.map(({ to_status: to, at, reason }) => ({
      key: `${to} ${at}`,
      at,
      ...moveWords(order, { to, reason, refunds }),
    })),
    ...parts.map(({ id, goods_kobo, fee_kobo, delivery_kobo, reason, created_at: at }) => ({
      ...{ key: id, at, title: `${kobo(goods_kobo + fee_kobo + delivery_kobo)} given back`, detail: reason },
    })),
    ...stops.flatMap(stopEntries),
    ...refunds.flatMap(({ id, amount_kobo, processed_at: at }) =>
      at ? [{ key: id, at, title: `${kobo(amount_kobo)} arrived where you paid from`, detail: null }] : [],
    ),
  ]
  past.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return [...past, ...aheadOf(order)]
}

interface Move {
  to: string
  reason: string | null
  refunds: Happened['refunds']
}

function moveWords(order: Order, { to, reason, refunds }: Move): { title: string; detail: string | null } {
  if (to === 'pending') return { title: order.group_buy ? 'Joined' : 'Ordered', detail: reason }
  if (to === 'paid') {
    const detail = order.charged_kobo > 0 ? `${kobo(order.charged_kobo)}, held for you until sharing day` : reason
    return { title: 'Paid', detail }
  }
  if (to === 'confirmed' && order.group_buy?.final_price) {
    const { final_price: price, unit } = order.group_buy
    return { title: `Price final: ${naira(price)} a ${unit}`, detail: dropWords(order, refunds) }
  }
  if (to === 'ready' && order.fulfilment === 'delivery') return { title: 'Packed for delivery', detail: reason }
  return { title: stateLabel(to), detail: reason }
}

/** On a run, out, and tried in vain; that it is delivered is a move of the order. */
function stopEntries(stop: Happened['stops'][number]): TimelineEntry[] {
  const { id, status, reason, created_at, out_at, ended_at, window_from, window_until } = stop
  const window = window_from && window_until ? `${moment(window_from)} to ${clockTime(window_until)}` : null
  const steps = [
    { title: 'Delivery planned', at: created_at, detail: window },
    { title: 'Out for delivery', at: out_at, detail: null },
    ...(status === 'failed'
      ? [{ title: 'We could not deliver', at: ended_at, detail: failReasons[reason as FailReason]?.told ?? null }]
      : []),
    ...(status === 'taken-out' ? [{ title: 'Taken off the delivery run', at: ended_at, detail: null }] : []),
  ]
  return steps.flatMap(({ at, ...step }) => (at ? [{ key: `${id} ${step.title}`, at, ...step }] : []))
}

/** What was paid above the final price, and the way it took. */
function dropWords(order: Order, refunds: Happened['refunds']): string | null {
  const cost = nairaToKobo(order.total_amount) + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo)
  const dropKobo = BigInt(order.charged_kobo) - cost
  if (dropKobo <= 0n) return 'That is what you paid, so nothing comes back'
  const nairaKobo = refunds.find(({ reason }) => reason === 'price_drop')?.amount_kobo ?? 0
  const way = nairaKobo === 0 ? 'as PEPS, at once' : 'to where you paid from'
  return `${kobo(dropKobo)} came back to you ${way}`
}

function aheadOf({ status, group_buy: buy }: Order): TimelineEntry[] {
  const next =
    status === 'pending'
      ? { title: 'Payment due', at: buy?.payment_due_at }
      : ['paid', 'confirmed'].includes(status)
        ? { title: 'Sharing day', at: buy?.share_date }
        : null
  return next?.at ? [{ key: 'ahead', title: next.title, at: next.at, detail: null, ahead: true }] : []
}
