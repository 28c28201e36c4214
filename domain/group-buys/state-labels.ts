import type { GroupBuyState } from './states.ts'

/** A buy's states in words, for its vendor and for staff. */
export const buyStateLabels: Record<GroupBuyState, string> = {
  draft: /*i18n*/ 'Draft',
  active: /*i18n*/ 'Open',
  closed: /*i18n*/ 'Closed, payment due',
  settling: /*i18n*/ 'Settling',
  confirmed: /*i18n*/ 'Confirmed',
  ready: /*i18n*/ 'Ready to share',
  completed: /*i18n*/ 'Completed',
  failed: /*i18n*/ 'Failed',
  cancelled: /*i18n*/ 'Cancelled',
}

export const buyLabel = (status: string): string => buyStateLabels[status as GroupBuyState] ?? status
