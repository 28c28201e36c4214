import type { I18n } from '@lingui/core'
import {
  decideFulfilmentChange,
  type Fulfilment,
  feeChange,
  stockpileFault,
  stockpileKg,
} from '#domain/orders/fulfilment-choice.ts'
import { defaultReturnTo } from '#domain/payments/refunds/returning.ts'
import { closedOn, closedText } from '#domain/places/closed-days.ts'
import { deliverableFrom } from '#domain/places/delivery-window.ts'
import { findZone } from '#domain/places/find-zone.ts'
import { isRefusal } from '#domain/refusal.ts'
import { translate } from '#web/languages/translate.ts'
import { deliveryHoursText } from '#web/ui/facts/delivery-hours-text.ts'
import { kobo } from '#web/ui/format.ts'
import type { FulfilmentChoices } from './fulfilment-queries.ts'

/** A destination of an order, with its price or why it cannot be chosen. The command applies the same rules. */
export interface FulfilmentOption {
  /** "delivery:<address>:<fee>", as submitted by the form. */
  value: string
  kind: Fulfilment
  id: string
  name: string
  text: string
  /** When it comes, for delivery; empty if that is not known. */
  when: string
  /** "Free", "₦1,500", and for a paid order how the difference is settled. */
  price: string
  /** The amount to pay first, because the order is paid and this option costs more. */
  moreKobo: number
  isChosen: boolean
  /** Why it cannot be chosen; null if it can. */
  problem: string | null
}

interface FulfilmentOptionsInput {
  choices: FulfilmentChoices
  now: Date
}

/** The options in the viewer's language, with their prices. */
export function fulfilmentOptions(
  i18n: I18n,
  { choices, now }: FulfilmentOptionsInput,
): {
  options: FulfilmentOption[]
  problem: string | null
  stockpile: string | null
} {
  const { order, places, rooms, addresses, zones } = choices
  const decision = decideFulfilmentChange(orderFacts(choices, now), now)
  if (isRefusal(decision)) return { options: [], problem: translate(i18n, decision.message), stockpile: null }
  const priced = (toKobo: number) => optionPrice(i18n, { choices, toKobo, keepsFee: decision.keepsFee })
  const lines = order.lines.map(({ quantity, kg_per_unit, product }) => ({
    quantity,
    kgPerUnit: kg_per_unit,
    canBeStockpiled: product?.can_be_stockpiled ?? false,
  }))
  const isStockpiled = order.fulfilment === 'stockpile'
  const ofPlace = (kind: 'pickup' | 'stockpile', place: FulfilmentChoices['places'][number]): FulfilmentOption => ({
    value: `${kind}:${place.id}:0`,
    kind,
    id: place.id,
    name: place.name,
    text: `${place.street}, ${place.lga}`,
    when: '',
    ...priced(0),
    isChosen: order.fulfilment === kind && order.pickup_point_id === place.id,
    ...closedThatDay(i18n, choices, place),
  })
  const general = stockpileFault({ lines, freeKg: Number.MAX_SAFE_INTEGER })
  const stockpiles = places.flatMap((place) => {
    if (place.stockpile_capacity_kg === 0 || general) return []
    const own = isStockpiled && order.pickup_point_id === place.id ? stockpileKg(lines) : 0
    const freeKg = (rooms.find(({ id }) => id === place.id)?.free_kg ?? 0) + own
    const option = ofPlace('stockpile', place)
    const full = stockpileFault({ lines, freeKg })
    return [{ ...option, problem: full ? translate(i18n, full.message) : option.problem }]
  })
  const doors = addresses.map((address): FulfilmentOption => {
    const zone = findZone(zones, { shop: { id: order.vendor_id, state: choices.shopState }, address })
    const fee = zone?.fee_kobo ?? 0
    const door = order.delivered_to
    return {
      value: `delivery:${address.id}:${fee}`,
      kind: 'delivery',
      id: address.id,
      name: address.label,
      text: `${address.recipient}, ${address.street}, ${address.lga}`,
      when: zone ? deliveryHoursText(i18n, zone.delivery_hours, deliverableFrom(order.lines, now)) : '',
      ...priced(fee),
      ...(!zone && {
        price: '',
        moreKobo: 0,
        problem: i18n.t('Nobody delivers to {lga} for this shop yet.', { lga: address.lga }),
      }),
      isChosen: door !== null && door.street === address.street && door.lga === address.lga,
    }
  })
  const nowhere = stockpiles.length === 0 ? i18n.t('No pickup place in this state can keep goods for you yet.') : null
  return {
    // A ready order is at its place already: only delivery can be chosen.
    options: decision.onlyDelivery
      ? doors
      : [...places.map((place) => ofPlace('pickup', place)), ...doors, ...stockpiles],
    problem: null,
    stockpile: general ? translate(i18n, general.message) : nowhere,
  }
}

/** A shop's own place is not offered on a day on which the shop is closed; an order that goes there already stays. */
function closedThatDay(i18n: I18n, { order }: FulfilmentChoices, place: FulfilmentChoices['places'][number]) {
  if (order.pickup_point_id === place.id) return {}
  const days = order.group_buy ? [order.group_buy.share_date] : order.lines.map(({ share_date: date }) => date)
  const [closed] = days.flatMap((date) => (date && closedOn(place.closed_days, date)) || [])
  return closed ? { problem: translate(i18n, closedText(closed)) } : {}
}

function orderFacts({ order }: FulfilmentChoices, now: Date) {
  return {
    status: order.status,
    fulfilment: order.fulfilment,
    isFromBuy: order.group_buy_id !== null,
    isBeingPaid: order.paying.some(
      ({ payment }) => ['initiated', 'pending'].includes(payment.status) && new Date(payment.expires_at) > now,
    ),
    placeHasClosed: order.place?.closed_at != null,
    lines: order.lines.map(({ share_date, packed_at }) => ({ shareDate: share_date, isPacked: packed_at !== null })),
  }
}

interface Priced {
  choices: FulfilmentChoices
  toKobo: number
  keepsFee: boolean
}

type Price = Pick<FulfilmentOption, 'price' | 'problem' | 'moreKobo'>

function optionPrice(i18n: I18n, { choices, toKobo, keepsFee }: Priced): Price {
  const { order } = choices
  const own = toKobo === 0 ? i18n.t('Free') : kobo(toKobo)
  const same = { price: own, problem: null, moreKobo: 0 }
  if (order.status === 'pending') return same
  if (keepsFee && toKobo !== order.delivery_fee_kobo)
    return {
      ...same,
      problem: i18n.t('Your order is being prepared, so it can only go where delivery costs the same.'),
    }
  const change = feeChange({ fromKobo: BigInt(order.delivery_fee_kobo), toKobo: BigInt(toKobo) })
  if (change.kind === 'same') return same
  const { amountKobo } = change
  const values = { price: own, amount: kobo(amountKobo) }
  if (change.kind === 'more') {
    return { ...same, price: i18n.t('{price}: you pay {amount} more', values), moreKobo: Number(amountKobo) }
  }
  return {
    ...same,
    price: comesAsPeps(choices, amountKobo)
      ? i18n.t('{price}: {amount} comes back to you as PEPS, at once', values)
      : i18n.t('{price}: {amount} comes back to where you paid from', values),
  }
}

/** Amounts paid in PEPS are refunded first, as PEPS. */
function comesAsPeps({ order }: FulfilmentChoices, amountKobo: bigint): boolean {
  const pepsLeft = BigInt(order.peps_kobo - Math.min(order.returned_kobo, order.peps_kobo))
  return amountKobo <= pepsLeft || (order.return_to ?? defaultReturnTo(amountKobo)) === 'peps'
}
