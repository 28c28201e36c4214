import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const handOverWaits = {
  uncollected: {
    // After the grace period, staff and the buyer find a solution. The shop is informed because the goods may be at its
    // own place.
    open: { on: ['overseer', 'buyer', 'shop'], urgent: true, informs: ['shop'] },
    closed: NO_WAIT,
  },
} as const satisfies {
  uncollected: Record<'open' | 'closed', Wait>
}
