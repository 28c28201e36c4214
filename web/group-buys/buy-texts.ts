import type { GroupBuyState } from '#domain/group-buys/states.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

const tones: Record<GroupBuyState, BadgeTone> = {
  draft: 'plain',
  active: 'good',
  closed: 'warm',
  settling: 'warm',
  confirmed: 'info',
  ready: 'info',
  completed: 'plain',
  failed: 'urgent',
  cancelled: 'plain',
}

export const buyTone = (status: string): BadgeTone => tones[status as GroupBuyState] ?? 'plain'

/** Ended without goods: it has no participants, and nothing is packed. */
export const isCalledOff = (status: string): boolean => status === 'cancelled' || status === 'failed'

/** Shown on cards instead of the button while others hold all places; the page has the waiting list. */
export const ALL_TAKEN = /*i18n*/ 'All places are taken. You can wait for one.'
