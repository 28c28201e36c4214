// A chief assigns one of five roles to another user (specification 6; design.md 2). The last chief cannot be removed.

import type { Refusal } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { accountRefusals } from './refusals.ts'
import { type AreaRole, isAreaRole, type Role } from './roles.ts'

const refuse = refuseFrom(accountRefusals, callRefusals)

interface SetRoleRequest {
  actor: { id: string; role: Role }
  /** The user whose role changes; null if none is selected or the id is unknown. */
  target: { id: string; role: Role } | null
  role: unknown
  /** Number of chiefs other than the target who can sign in, counted under a lock. */
  otherChiefs: number
}

export function decideSetRole(request: SetRoleRequest): { role: AreaRole } | Refusal {
  if (request.actor.role !== 'chief') return refuse('not_allowed')
  if (!request.target || request.role === undefined || request.role === null || request.role === '') {
    return refuse('select_user_and_role')
  }
  if (!isAreaRole(request.role)) return refuse('role_not_settable')
  if (request.target.id === request.actor.id) return refuse('own_role')
  if (request.target.role === 'chief' && request.role !== 'chief' && request.otherChiefs < 1)
    return refuse('last_chief')
  return { role: request.role }
}
