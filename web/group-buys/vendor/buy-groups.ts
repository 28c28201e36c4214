import { buyStateLabels } from '#domain/group-buys/state-labels.ts'
import type { GroupBuyState } from '#domain/group-buys/states.ts'

/** Groups of states to filter by. */
export const buyGroups = {
  drafts: { label: 'Drafts', statuses: ['draft'] },
  open: { label: 'Open', statuses: ['active'] },
  running: { label: 'Payment and sharing', statuses: ['closed', 'settling', 'confirmed', 'ready'] },
  ended: { label: 'Ended', statuses: ['completed', 'failed', 'cancelled'] },
} as const satisfies Record<string, { label: string; statuses: readonly GroupBuyState[] }>

/** Single states linked from a dashboard's tasks; not offered as filters. */
export const narrowBuyGroups = {
  settling: { label: 'Settling, with paid people', statuses: ['settling'] },
  confirmed: { label: buyStateLabels.confirmed, statuses: ['confirmed'] },
  ready: { label: buyStateLabels.ready, statuses: ['ready'] },
} as const satisfies Record<string, { label: string; statuses: readonly GroupBuyState[] }>

type WideBuyGroup = keyof typeof buyGroups
export type BuyGroup = WideBuyGroup | keyof typeof narrowBuyGroups
export const buyGroupNames = Object.keys(buyGroups) as WideBuyGroup[]
export const buyGroup = (name: BuyGroup): { label: string; statuses: readonly GroupBuyState[] } =>
  ({ ...buyGroups, ...narrowBuyGroups })[name]
