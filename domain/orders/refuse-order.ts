import type { Refusal, RefusalParts } from '../refusal.ts'
import { orderRefusals } from '../texts/order-refusals.ts'

/** `refuse` for rules that pages run as well: it brings only their own texts. */
export function refuseOrder(code: keyof typeof orderRefusals, parts: RefusalParts = {}): Refusal {
  return { kind: 'refusal', code, message: orderRefusals[code], ...parts }
}
