// A chief gives one of five roles to somebody else (specification 6; design.md 2). The last chief stays.
import { type Refusal, refuse } from '../refusal.ts'
import { type AreaRole, isAreaRole, type Role } from './roles.ts'

interface SetRole {
  actor: { id: string; role: Role }
  /** The chosen person; null if nobody is chosen or the id is unknown. */
  target: { id: string; role: Role } | null
  role: unknown
  /** How many chiefs besides the target can sign in, counted under a lock. */
  otherChiefs: number
}

export function decideSetRole(wish: SetRole): { role: AreaRole } | Refusal {
  if (wish.actor.role !== 'chief') return refuse('not_allowed')
  if (!wish.target || wish.role === undefined || wish.role === null || wish.role === '') {
    return refuse('select_user_and_role')
  }
  if (!isAreaRole(wish.role)) return refuse('role_not_settable')
  if (wish.target.id === wish.actor.id) return refuse('own_role')
  if (wish.target.role === 'chief' && wish.role !== 'chief' && wish.otherChiefs < 1) return refuse('last_chief')
  return { role: wish.role }
}
