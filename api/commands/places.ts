import type { AddressDraft } from '#domain/places/address-draft.ts'
import type { ZoneDraft } from '#domain/places/delivery-zone.ts'
import type { PlaceDraft } from '#domain/places/place-draft.ts'

export interface PlaceCommands {
  /** Saves a collection point of the market, or of the named shop. Coordinators and chiefs. `id` null adds one. */
  'save-place': { input: SavePlaceInput; output: { pickup_point_id: string } }
  'close-place': { input: { pickup_point_id: string; reason: string }; output: { pickup_point_id: string } }
  'save-zone': { input: SaveZoneInput; output: { delivery_zone_id: string } }
  'close-zone': { input: { delivery_zone_id: string; reason: string }; output: { delivery_zone_id: string } }
  /** `id` null adds one; at most 10 per user. */
  'save-address': { input: AddressDraft & { id: string | null }; output: { address_id: string } }
  'remove-address': { input: { address_id: string }; output: { address_id: string } }
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
