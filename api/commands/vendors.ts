import type { ShopFacts } from '#domain/vendors/shop-change.ts'
import type { ShopDays, ShopProfile } from '#domain/vendors/shop-profile.ts'

export interface VendorCommands {
  'sign-up-vendor': { input: VendorApplication; output: { vendor_id: string } }
  'decide-vendor': {
    input: { vendor_id: string; decision: 'approve' | 'reject' | 'suspend' | 'reinstate'; note?: string }
    output: { vendor_id: string; status: string }
  }
  /** Rates the shop of a handed-over order with one to five stars. */
  'rate-order': { input: { order_id: string; rating: number; comment: string }; output: { review_id: string } }
  'reply-to-review': { input: { review_id: string; reply: string }; output: { review_id: string } }
  'report-review': { input: { review_id: string; reason: string }; output: { review_id: string } }
  /** Hides a review, or keeps a reported one; `hide: null` takes one's own decision back. */
  'judge-review': {
    input: { review_id: string; hide: boolean | null; reason: string }
    output: { review_id: string; hidden: boolean }
  }
  /** A null field is not changed. */
  'request-shop-change': { input: ShopFacts & { reason: string }; output: { shop_change_id: string } }
  'withdraw-shop-change': { input: { shop_change_id: string }; output: { shop_change_id: string } }
  /** Facts that need no approval. `seen`: the shop's `updated_at` when they were shown. */
  'save-shop-profile': { input: ShopProfile & { seen: string }; output: { seen: string } }
  /**
   * Closed days, and a pause. Refuses with `promises_not_accepted` while orders are due on a day that becomes closed, or
   * group buys run, until their number is accepted.
   */
  'save-shop-days': { input: ShopDays & { seen: string; accepted_promises: number | null }; output: { seen: string } }
  'decide-shop-change': {
    input: { shop_change_id: string; decision: 'approve' | 'refuse'; note: string }
    output: { shop_change_id: string; status: 'approved' | 'refused' }
  }
}

export interface VendorApplication {
  business_name: string
  description: string
  location: string
  state: string
  phone: string
  address: string
  registration_number?: string
}
