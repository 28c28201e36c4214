// Consequences of a role change (design.md, section 2), shown for confirmation before it is made.
import { roleConsequenceTexts } from '#domain/texts/screens.ts'
import { isContentStaff, type Role } from './roles.ts'

export interface RoleHoldings {
  role: Role
  shop: { name: string; status: string; openBuys: number; openOrders: number } | null
  /** Nigerian states that a manager is responsible for. */
  states: readonly string[]
}

/** One sentence for each consequence; empty if there is none. */
export function roleConsequences({ role, shop, states }: RoleHoldings, next: Role): string[] {
  if (role === next) return []
  const consequences: string[] = []
  if (role === 'vendor' && shop && (shop.status === 'active' || shop.openBuys + shop.openOrders > 0)) {
    consequences.push(roleConsequenceTexts.shop(shop))
  }
  if (role === 'manager' && states.length > 0) consequences.push(roleConsequenceTexts.states(states))
  if (isContentStaff(role)) consequences.push(roleConsequenceTexts.content)
  return consequences
}
