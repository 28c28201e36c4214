import type { FailReason } from '#domain/delivery-runs/failed-delivery.ts'

/** What goes out to people's doors. */
export interface DeliveryRunCommands {
  /** Puts orders into a new run, or into one that has not started; changes rider and window. By whoever plans for the hub or shop. */
  'plan-run': { input: PlanRunInput; output: { run_id: string; stops: number } }
  /** By whoever plans it, or its rider. Buyers are told. */
  'start-run': { input: { run_id: string }; output: { run_id: string } }
  'remove-from-run': { input: { stop_id: string }; output: { stop_id: string } }
  /** The rider could not hand over. `photo` is a file of the caller's in `hand-over-photos`. */
  'fail-delivery': {
    input: { stop_id: string; reason: FailReason; note: string; photo: string }
    output: { stop_id: string; next: 'try-again' | 'collect' }
  }
}

export interface PlanRunInput {
  /** Null: a new run. */
  run_id: string | null
  /** One of the two, for a new run. */
  pickup_point_id: string | null
  vendor_id: string | null
  rider_id: string
  window_from: string
  window_until: string
  order_ids: string[]
}
