import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { GroupBuyState } from './states.ts'

export const groupBuyWaits = {
  group_buy: {
    draft: NO_WAIT,
    active: NO_WAIT,
    // Buyers still pay: their orders are on their own lists.
    closed: NO_WAIT,
    // Participants who have paid wait for the price or a refund. If none has paid, the clock ends the buy.
    settling: { on: ['shop', 'overseer'], urgent: true, informs: ['overseer'] },
    confirmed: { on: ['shop'] },
    ready: { on: ['shop'] },
    completed: NO_WAIT,
    failed: NO_WAIT,
    cancelled: NO_WAIT,
  },
} as const satisfies {
  group_buy: Record<GroupBuyState, Wait>
}
