import type { Refusal, RefusalParts } from '../refusal.ts'
import { orderRefusals } from '../texts/order-refusals.ts'

/** `refuse` for rules that also run in browsers: imports only the texts they need. */
export function refuseOrder(code: keyof typeof orderRefusals, parts: RefusalParts = {}): Refusal {
  return { kind: 'refusal', code, message: orderRefusals[code], ...parts }
}
