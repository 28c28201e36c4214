import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { ShopChangeState } from './shop-change.ts'
import type { VendorState } from './states.ts'

export const vendorWaits = {
  vendor: {
    pending: { on: ['overseer'], urgent: true },
    active: NO_WAIT,
    suspended: NO_WAIT,
    rejected: { on: ['shop'] },
  },
  // Change requests of approved shops.
  shop_change: { open: { on: ['overseer'] }, withdrawn: NO_WAIT, approved: NO_WAIT, refused: NO_WAIT },
  // Reported as abuse: overseers of the region or content staff check it.
  // Those of the last days: content staff read them.
  rating: { new: { on: ['content'] }, reported: { on: ['overseer', 'content'] }, judged: NO_WAIT },
} as const satisfies {
  vendor: Record<VendorState, Wait>
  shop_change: Record<ShopChangeState, Wait>
  rating: Record<'new' | 'reported' | 'judged', Wait>
}
