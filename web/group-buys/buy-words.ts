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

/** States that people look for together. */
export const buyGroups = {
  drafts: { label: 'Drafts', statuses: ['draft'] },
  open: { label: 'Open', statuses: ['active'] },
  running: { label: 'Payment and sharing', statuses: ['closed', 'settling', 'confirmed', 'ready'] },
  ended: { label: 'Ended', statuses: ['completed', 'failed', 'cancelled'] },
} as const satisfies Record<string, { label: string; statuses: readonly GroupBuyState[] }>

export type BuyGroup = keyof typeof buyGroups
export const buyGroupNames = Object.keys(buyGroups) as BuyGroup[]
