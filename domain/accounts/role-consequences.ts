// What a role change leaves behind (design.md, section 2): said before it is done, and done only after a yes.
import { roleConsequenceTexts } from '../texts/screens.ts'
import { isContentStaff, type Role } from './roles.ts'

export interface RoleHoldings {
  role: Role
  shop: { name: string; status: string; openBuys: number; openOrders: number } | null
  /** The states that a manager looks after. */
  states: readonly string[]
}

/** One sentence each; empty where nothing is lost. */
export function roleConsequences({ role, shop, states }: RoleHoldings, next: Role): string[] {
  if (role === next) return []
  const told: string[] = []
  if (role === 'vendor' && shop && (shop.status === 'active' || shop.openBuys + shop.openOrders > 0)) {
    told.push(roleConsequenceTexts.shop(shop))
  }
  if (role === 'manager' && states.length > 0) told.push(roleConsequenceTexts.states(states))
  if (isContentStaff(role)) told.push(roleConsequenceTexts.content)
  return told
}
