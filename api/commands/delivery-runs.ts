import type { FailReason } from '#domain/delivery-runs/failed-delivery.ts'

export interface DeliveryRunCommands {
  /**
   * Adds orders to a new run, or to one that has not started; sets rider and window. By the hub's or the shop's
   * planners.
   */
  'plan-run': { input: PlanRunInput; output: { run_id: string; stops: number } }
  /** By a planner or the run's rider. Notifies the buyers. */
  'start-run': { input: { run_id: string }; output: { run_id: string } }
  /** The open stops of a run in their new order, by its rider or a planner. Other stops than those are refused. */
  'sort-stops': { input: { run_id: string; stop_ids: string[] }; output: { run_id: string } }
  'remove-from-run': { input: { stop_id: string }; output: { stop_id: string } }
  /** The rider could not hand over the goods. `photo` is a file of the caller's in `hand-over-photos`. */
  'fail-delivery': {
    input: { stop_id: string; reason: FailReason; note: string; photo: string }
    output: { stop_id: string; next: 'try-again' | 'collect' }
  }
}

export interface PlanRunInput {
  /** Null: a new run. */
  run_id: string | null
  /** For a new run, exactly one of the two. */
  pickup_point_id: string | null
  vendor_id: string | null
  rider_id: string
  window_from: string
  window_until: string
  order_ids: string[]
}
