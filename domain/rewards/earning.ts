// When a settled order earns the buyer's referrer a reward (specification 9, design.md 2): never for one's own orders,
// one's own shop or in a referral ring.

export interface RewardFacts {
  /** The referrer is the buyer. */
  isOwnOrder: boolean
  /** False for vendors, who have no referral code, including referrers who became one later. */
  isEnrolled: boolean
  /** The referrer or the buyer is the seller, by ownership or by the shop's phone number. */
  isBehindShop: boolean
  /** The buyer is above the referrer in the chain of referrals. */
  isRing: boolean
  /** Both accounts share a phone number or a bank account. */
  isOnePerson: boolean
}

export const NO_REWARD_REASONS = ['own_order', 'not_enrolled', 'seller', 'ring', 'same_person'] as const
export type NoRewardReason = (typeof NO_REWARD_REASONS)[number]

/** Reason why an order earns no reward; null if it earns one. */
export function noRewardReason(facts: RewardFacts): NoRewardReason | null {
  if (facts.isOwnOrder) return 'own_order'
  if (!facts.isEnrolled) return 'not_enrolled'
  if (facts.isBehindShop) return 'seller'
  if (facts.isRing) return 'ring'
  return facts.isOnePerson ? 'same_person' : null
}

export const noRewardTexts: Record<NoRewardReason, string> = {
  own_order: /*i18n*/ 'You earn nothing from your own orders.',
  not_enrolled: /*i18n*/ 'Your account was a vendor’s, and vendors earn no rewards.',
  seller: /*i18n*/ 'The order was at your own shop, or at the buyer’s own shop.',
  ring: /*i18n*/ 'The buyer brought you here, so neither of you earns from the other.',
  same_person: /*i18n*/ 'The order came from an account with your phone or your bank account.',
}
