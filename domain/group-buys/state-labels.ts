import type { GroupBuyState } from './states.ts'

/** The states of a buy as its vendor and the staff read them. */
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
