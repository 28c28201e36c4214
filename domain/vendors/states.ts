// States of shops (docs/states-amounts-clocks.md, "Vendor").
import { parseMoves } from '#domain/moves.ts'

export type VendorState = 'pending' | 'active' | 'suspended' | 'rejected'

export const vendorMoves = parseMoves<VendorState>([
  ['new', 'pending', 'buyer vendor'],
  ['pending', 'active', 'manager coordinator chief'],
  // Owners close their shop by deleting their account.
  ['pending', 'rejected', 'buyer vendor manager coordinator chief'],
  // The operator's command that revokes the vendor role also suspends the shop.
  ['active', 'suspended', 'vendor manager coordinator chief operator'],
  ['suspended', 'active', 'manager coordinator chief'],
  // Corrected and submitted again.
  ['rejected', 'pending', 'buyer vendor'],
])

export const vendorStateLabels: Record<VendorState, string> = {
  pending: 'Waiting for approval',
  active: 'Open',
  suspended: 'Suspended',
  rejected: 'Not approved',
}
