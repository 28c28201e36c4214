// Docs/decisions/0001, "Vendor".
import { movesOf } from '../moves.ts'

export type VendorState = 'pending' | 'active' | 'suspended' | 'rejected'

export const vendorMoves = movesOf<VendorState>([
  ['pending', 'active rejected', 'manager chief'],
  ['active', 'suspended', 'manager chief'],
  ['suspended', 'active', 'manager chief'],
  ['rejected', 'pending', 'manager chief'],
])

export const vendorStateLabels: Record<VendorState, string> = {
  pending: 'Waiting for approval',
  active: 'Open',
  suspended: 'Suspended',
  rejected: 'Not approved',
}
