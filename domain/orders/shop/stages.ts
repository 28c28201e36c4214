// Stages of a shop's open orders, as its board and lists show them. `public.shop_board` and `public.find_orders` have the
// same states in SQL.
import type { OrderState } from '../states.ts'

export const ORDER_STAGES = ['unpaid', 'to-pack', 'ready', 'handed-over'] as const
export type OrderStage = (typeof ORDER_STAGES)[number]

const stageStates: Record<OrderStage, readonly OrderState[]> = {
  unpaid: ['pending'],
  'to-pack': ['paid', 'confirmed'],
  ready: ['ready'],
  'handed-over': ['collected', 'delivered'],
}

export const stageLabels: Record<OrderStage, string> = {
  unpaid: 'Not paid',
  'to-pack': 'Paid, to pack',
  ready: 'Ready',
  'handed-over': 'Handed over',
}

/** The value of a list's filter by state that shows a stage. */
export function stageFilter(stage: OrderStage): string {
  const [only, ...others] = stageStates[stage]
  return only && others.length === 0 ? only : stage
}

/** Stages of several states, which lists filter by in addition to single states. */
export const STAGE_FILTERS = ORDER_STAGES.filter((stage) => stageStates[stage].length > 1)

/** The states that a filter by state or stage means. */
export function statesOf(filter: string): string[] {
  const stage = ORDER_STAGES.find((name) => name === filter)
  return stage ? [...stageStates[stage]] : [filter]
}
