import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { OrderState } from './states.ts'

export const orderWaits = {
  order: {
    pending: { on: ['buyer', 'shop'] },
    // Orders from the cart; those from a buy advance with the buy.
    paid: { on: ['shop'] },
    confirmed: NO_WAIT,
    ready: { on: ['buyer'], urgent: true },
    // Complaints are made as claims, until the clock ends the claim time.
    collected: NO_WAIT,
    delivered: NO_WAIT,
    completed: NO_WAIT,
    expired: NO_WAIT,
    cancelled: NO_WAIT,
    // The refund has not arrived yet.
    refunding: { on: ['chief'] },
    refunded: NO_WAIT,
  },
} as const satisfies {
  order: Record<OrderState, Wait>
}
