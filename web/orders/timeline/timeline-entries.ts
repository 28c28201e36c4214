import type { I18n } from '@lingui/core'
import { type FailReason, failReasons } from '#domain/delivery-runs/failed-delivery.ts'
import {
  type ConflictSettlement,
  conflictBuyerTexts,
  type HandOverConflict,
  settlementBuyerTexts,
} from '#domain/hand-overs/conflict-texts.ts'
import { nairaToKobo } from '#domain/money.ts'
import { payBy, type UnpaidDeadlines } from '#domain/orders/pay-by.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { clockTime, kobo, moment, naira } from '#web/ui/format.ts'
import { stateLabel } from '../order-texts.ts'

interface TimelineOrder extends UnpaidDeadlines<string> {
  status: string
  fulfilment: string
  unit_price?: number | null
  /** Goods and fee as sold, before any shortfall. */
  total_amount: number
  fee_kobo: number
  delivery_fee_kobo: number
  charged_kobo: number
  settled_at: string | null
  /** The order whose share this one takes over. */
  takes_over_order_id?: string | null
  group_buy: {
    unit: string
    final_price: number | null
    payment_due_at: string | null
    share_date: string | null
  } | null
}

interface OfflineEntry {
  id: string | null
  place_name: string | null
  acted_at: string | null
  received_at: string | null
  conflict: string | null
  settlement: string | null
  settled_at: string | null
}

interface OrderHistory {
  /** The delivery stops of the order. */
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
  /** Hand-overs that staff wrote down without a network. */
  offline: readonly OfflineEntry[]
  moves: readonly { to_status: string; at: string; reason: string | null }[]
  refunds: readonly { id: string; amount_kobo: number; status: string; reason: string; processed_at: string | null }[]
  parts: readonly {
    id: string
    goods_kobo: number
    fee_kobo: number
    delivery_kobo: number
    reason: TranslatableText
    created_at: string
  }[]
}

export interface TimelineEntry {
  key: string
  title: string
  at: string
  detail: string | null
  /** True for a future entry. */
  ahead?: true
}

/** The history of an order, oldest first, and the one upcoming date that matters. */
export function buildTimeline(
  i18n: I18n,
  order: TimelineOrder,
  { moves, refunds, parts, stops, offline }: OrderHistory,
): TimelineEntry[] {
  const translated = (reason: TranslatableText | null) => reason && translate(i18n, reason)
  const past: TimelineEntry[] = [
    ...moves.map(({ to_status: to, at, reason }) => ({
      key: `${to} ${at}`,
      at,
      ...moveTexts(i18n, order, { to, reason: translated(reason), refunds }),
    })),
    ...parts.map(({ id, goods_kobo, fee_kobo, delivery_kobo, reason, created_at: at }) => ({
      key: id,
      at,
      detail: translated(reason),
      title: i18n.t('{amount} given back', { amount: kobo(goods_kobo + fee_kobo + delivery_kobo) }),
    })),
    ...stops.flatMap((stop) => stopEntries(i18n, stop)),
    ...offline.flatMap((entry) => offlineEntries(i18n, entry)),
    ...refunds.flatMap(({ id, amount_kobo, processed_at: at }) =>
      at
        ? [
            {
              key: id,
              at,
              detail: null,
              title: i18n.t('{amount} arrived where you paid from', { amount: kobo(amount_kobo) }),
            },
          ]
        : [],
    ),
  ]
  past.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return [...past, ...upcomingEntry(i18n, order)]
}

interface Move {
  to: string
  reason: string | null
  refunds: OrderHistory['refunds']
}

function moveTexts(
  i18n: I18n,
  order: TimelineOrder,
  { to, reason, refunds }: Move,
): { title: string; detail: string | null } {
  if (to === 'pending' && order.takes_over_order_id) return { title: i18n.t('Accepted a share'), detail: reason }
  if (to === 'pending') return { title: order.group_buy ? i18n.t('Joined') : i18n.t('Ordered'), detail: reason }
  if (to === 'paid') {
    const amount = kobo(order.charged_kobo)
    const detail = order.charged_kobo > 0 ? i18n.t('{amount}, held for you until sharing day', { amount }) : reason
    return { title: i18n.t('Paid'), detail }
  }
  if (to === 'confirmed' && order.group_buy?.final_price) {
    const { final_price: price, unit } = order.group_buy
    // Participants who were promised a lower price pay that one.
    const title = i18n.t('Final price: {price} a {unit}', { price: naira(order.unit_price ?? price), unit })
    return { title, detail: priceDropTexts(i18n, order, refunds) }
  }
  if (to === 'ready' && order.fulfilment === 'delivery') return { title: i18n.t('Packed for delivery'), detail: reason }
  return { title: i18n.t(stateLabel(to)), detail: reason }
}

/** Planned, out for delivery, and failed. A successful delivery is a state change of the order. */
function stopEntries(i18n: I18n, stop: OrderHistory['stops'][number]): TimelineEntry[] {
  const { id, status, reason, created_at, out_at, ended_at, window_from, window_until } = stop
  const window =
    window_from && window_until
      ? i18n.t('{from} to {until}', { from: moment(window_from), until: clockTime(window_until) })
      : null
  const why = failReasons[reason as FailReason]?.buyerText
  const steps = [
    { title: i18n.t('Delivery planned'), at: created_at, detail: window },
    { title: i18n.t('Out for delivery'), at: out_at, detail: null },
    ...(status === 'failed'
      ? [{ title: i18n.t('We could not deliver'), at: ended_at, detail: why ? i18n.t(why) : null }]
      : []),
    ...(status === 'removed' ? [{ title: i18n.t('Taken off the delivery run'), at: ended_at, detail: null }] : []),
  ]
  return steps.flatMap(({ at, ...step }) => (at ? [{ key: `${id} ${step.title}`, at, ...step }] : []))
}

/** When goods were really handed over, or why an act did not count and how it was settled. */
function offlineEntries(i18n: I18n, entry: OfflineEntry): TimelineEntry[] {
  const { id, place_name: place, acted_at: actedAt, received_at: receivedAt, settled_at: settledAt } = entry
  if (!actedAt || !receivedAt) return []
  const why = conflictBuyerTexts[entry.conflict as HandOverConflict]
  const written = {
    key: `${id} written`,
    at: actedAt,
    title: i18n.t('Written down without a network'),
    detail: i18n.t('At {place}; it reached us {moment}', { place: place ?? '', moment: moment(receivedAt) }),
  }
  if (!why) return [written]
  const settled = settlementBuyerTexts[entry.settlement as ConflictSettlement]
  return [
    written,
    { key: `${id} conflict`, at: receivedAt, title: i18n.t('This hand-over did not count'), detail: i18n.t(why) },
    ...(settled && settledAt
      ? [{ key: `${id} settled`, at: settledAt, title: i18n.t('Settled by the place'), detail: i18n.t(settled) }]
      : []),
  ]
}

/** The amount paid above the final price, and how it was refunded. */
function priceDropTexts(i18n: I18n, order: TimelineOrder, refunds: OrderHistory['refunds']): string | null {
  const cost = nairaToKobo(order.total_amount) + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo)
  const dropKobo = BigInt(order.charged_kobo) - cost
  if (dropKobo <= 0n) return i18n.t('That is what you paid, so nothing comes back')
  const nairaKobo = refunds.find(({ reason }) => reason === 'price_drop')?.amount_kobo ?? 0
  const amount = kobo(dropKobo)
  if (nairaKobo === 0) return i18n.t('{amount} came back to you as PEPS, at once', { amount })
  const pepsKobo = dropKobo - BigInt(nairaKobo)
  return pepsKobo > 0n
    ? i18n.t('{peps} came back to you as PEPS, at once, and {naira} goes to where you paid from', {
        peps: kobo(pepsKobo),
        naira: kobo(nairaKobo),
      })
    : i18n.t('{amount} comes back to where you paid from', { amount })
}

function upcomingEntry(i18n: I18n, order: TimelineOrder): TimelineEntry[] {
  const { status, group_buy: buy } = order
  const next =
    status === 'pending'
      ? { title: i18n.t('Payment due'), at: payBy(order) }
      : ['paid', 'confirmed'].includes(status)
        ? { title: i18n.t('Sharing day'), at: buy?.share_date }
        : null
  return next?.at ? [{ key: 'ahead', title: next.title, at: next.at, detail: null, ahead: true }] : []
}
