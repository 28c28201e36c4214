import type { GroupBuyState } from './states.ts'

/** A buy's states in words, for its vendor and for staff. */
export const buyStateLabels: Record<GroupBuyState, string> = {
  draft: 'Draft',
  active: 'Open',
  closed: 'Closed, payment due',
  settling: 'Settling',
  confirmed: 'Confirmed',
  ready: 'Ready to share',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const buyLabel = (status: string): string => buyStateLabels[status as GroupBuyState] ?? status
