import type { GroupBuyState } from './states.ts'

/** Labels of a buy's states, for its vendor and for staff. */
export const buyStateLabels: Record<GroupBuyState, string> = {
  draft: /*i18n*/ 'Draft',
  active: /*i18n*/ 'Open',
  closed: /*i18n*/ 'Closed',
  settling: /*i18n*/ 'Settling',
  confirmed: /*i18n*/ 'Confirmed',
  ready: /*i18n*/ 'Ready to share',
  completed: /*i18n*/ 'Completed',
  failed: /*i18n*/ 'Failed',
  cancelled: /*i18n*/ 'Cancelled',
}

/** Label for a participant; `owes`: their order is unpaid. */
export const ownBuyLabel = (status: string, { owes }: { owes: boolean }): string =>
  status === 'closed' && owes ? /*i18n*/ 'Closed, payment due' : buyLabel(status)

const HELD = /*i18n*/ 'Held until the food is handed over'
const HELD_FOR_PRICE = /*i18n*/ 'Held until the price is final'
const ON_ITS_WAY = /*i18n*/ 'Held, on its way back to buyers'

/** Why the money of a buy is held. */
const heldLabels: Record<GroupBuyState, string> = {
  draft: HELD_FOR_PRICE,
  active: HELD_FOR_PRICE,
  closed: HELD_FOR_PRICE,
  settling: HELD_FOR_PRICE,
  confirmed: HELD,
  ready: HELD,
  completed: HELD,
  failed: ON_ITS_WAY,
  cancelled: ON_ITS_WAY,
}

export const heldLabel = (status: string): string => heldLabels[status as GroupBuyState] ?? HELD

export const buyLabel = (status: string): string => buyStateLabels[status as GroupBuyState] ?? status
