// Where and how a shop's goods are received: the facts shown before anything is ordered.
import type { ClosedDays } from './closed-days.ts'
import type { Zone } from './find-zone.ts'
import type { OpenDay } from './opening-hours.ts'

export interface CollectionPlace {
  name: string
  street: string
  lga: string
  state: string
  /** Its own, or else its shop's. */
  opening_hours: OpenDay[]
  /** Its shop's. */
  closed_days: readonly ClosedDays[]
  /** The shop whose own place it is; null for a hub of the market. */
  vendor_id: string | null
}

interface DeliveryOffer extends Zone {
  /** Days and hours of delivery; empty while they are not set. */
  delivery_hours: OpenDay[]
}

export interface FulfilmentShop {
  id: string
  city: string
  state: string
}

export interface ShopFulfilment extends FulfilmentShop {
  places: CollectionPlace[]
  zones: DeliveryOffer[]
}

interface OpenPlacesAndZones {
  places: readonly CollectionPlace[]
  zones: readonly DeliveryOffer[]
}

/** The open places and zones for a shop's goods: the market's in its state, and its own. */
export function shopFulfilment(
  { id, city, state }: FulfilmentShop,
  { places, zones }: OpenPlacesAndZones,
): ShopFulfilment {
  const isFor = (one: { vendor_id: string | null; state: string }) =>
    one.vendor_id === id || (one.vendor_id === null && one.state === state)
  // A zone delivers only the goods of its own state (`findZone`).
  return {
    id,
    city,
    state,
    places: places.filter(isFor),
    zones: zones.filter((zone) => isFor(zone) && zone.state === state),
  }
}

/** The states in which a shop's goods can be collected or delivered, its own first; never empty. */
export function statesOfFulfilment({ state, places, zones }: ShopFulfilment): string[] {
  const states = new Set([...zones, ...places].map((one) => one.state))
  if (states.size === 0) return [state]
  return [...states].sort((one, other) => Number(other === state) - Number(one === state))
}

/**
 * The states that a buyer must confirm before ordering: those of shops whose goods cannot be received in the buyer's
 * own state or, if that is unknown, the different states of one cart.
 */
export function statesToConfirm(shops: readonly ShopFulfilment[], ownState: string | null): string[] {
  const byShop = shops.map(statesOfFulfilment)
  const isEverywhere = (state: string) => byShop.every((states) => states.includes(state))
  if (ownState === null && byShop.flat().some(isEverywhere)) return []
  const far = byShop.filter((states) => ownState === null || !states.includes(ownState))
  return [...new Set(far.flatMap(([first]) => first ?? []))].sort()
}
