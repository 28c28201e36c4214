import type { TableRow } from '#database/types.ts'
import type { AddressDraft } from '#domain/places/address-draft.ts'
import type { ZoneDraft } from '#domain/places/delivery-zone.ts'
import type { PlaceDraft } from '#domain/places/place-draft.ts'
import type { Measure } from '#domain/products/measures.ts'

/** Commands about collection points, delivery zones, addresses, and the weights of units. */
export interface PlaceCommands {
  /** Sets an order's destination; `expected_fee_kobo` is the delivery fee that the buyer saw. */
  'choose-fulfilment': { input: ChooseFulfilmentInput; output: { order: TableRow<'orders'> } }
  /** Saves a collection point of the market, or of the named shop. Coordinators and chiefs. `id` null adds one. */
  'save-place': { input: SavePlaceInput; output: { pickup_point_id: string } }
  'close-place': { input: { pickup_point_id: string; reason: string }; output: { pickup_point_id: string } }
  'save-zone': { input: SaveZoneInput; output: { delivery_zone_id: string } }
  'close-zone': { input: { delivery_zone_id: string; reason: string }; output: { delivery_zone_id: string } }
  /** `id` null adds one; at most 10 per user. */
  'save-address': { input: AddressDraft & { id: string | null }; output: { address_id: string } }
  'remove-address': { input: { address_id: string }; output: { address_id: string } }
  /** Saves the approximate weight of a unit, for one kind of food or for any. Chiefs only. */
  'save-measure': { input: Measure; output: { unit: string; food: string } }
  'remove-measure': { input: { unit: string; food: string }; output: { unit: string; food: string } }
}

export interface ChooseFulfilmentInput {
  order_id: string
  kind: 'pickup' | 'delivery' | 'stockpile'
  /** For pickup and stockpile. */
  pickup_point_id: string | null
  /** For delivery: one of the buyer's addresses. */
  address_id: string | null
  expected_fee_kobo: number
}

export interface PayDifferenceInput {
  order_id: string
  /** One of the buyer's addresses. */
  address_id: string
  peps_kobo: number
  /** The difference that the buyer saw. */
  expected_kobo: number
}

export interface SavePlaceInput extends PlaceDraft {
  id: string | null
  /** Name of the shop that owns it; null: a hub of the market. */
  shop: string | null
  /** `updated_at` as the user read it (optimistic concurrency); null for a new one. */
  seen: string | null
}

export interface SaveZoneInput extends ZoneDraft {
  id: string | null
  shop: string | null
  seen: string | null
}
