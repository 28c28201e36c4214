import type { ShopFacts } from '#domain/vendors/shop-change.ts'

/** Commands about change requests of approved shops. */
export interface VendorCommands {
  /** A null field is not changed. */
  'request-shop-change': { input: ShopFacts & { reason: string }; output: { shop_change_id: string } }
  'withdraw-shop-change': { input: { shop_change_id: string }; output: { shop_change_id: string } }
  'decide-shop-change': {
    input: { shop_change_id: string; decision: 'approve' | 'refuse'; note: string }
    output: { shop_change_id: string; status: 'approved' | 'refused' }
  }
}
