// When a settled order earns its buyer's referrer a reward (specification 9, design.md 2): never by oneself, one's own shop or a ring.

export interface RewardFacts {
  /** The referrer is the buyer. */
  isOwnOrder: boolean
  /** Vendors have no code: whoever has become one since earns nothing. */
  isEnrolled: boolean
  /** The referrer or the buyer sells the goods: by ownership, or by the shop's phone. */
  isBehindShop: boolean
  /** The buyer stands above the referrer in the chain of who brought whom. */
  isRing: boolean
  /** Both accounts have one phone, or one bank account. */
  isOnePerson: boolean
}

export const NO_REWARD = ['own_order', 'not_enrolled', 'seller', 'ring', 'same_person'] as const
export type NoReward = (typeof NO_REWARD)[number]

/** Why an order earns no reward; null if it earns one. */
export function whyNoReward(facts: RewardFacts): NoReward | null {
  if (facts.isOwnOrder) return 'own_order'
  if (!facts.isEnrolled) return 'not_enrolled'
  if (facts.isBehindShop) return 'seller'
  if (facts.isRing) return 'ring'
  return facts.isOnePerson ? 'same_person' : null
}

export const noRewardTexts: Record<NoReward, string> = {
  own_order: /*i18n*/ 'You earn nothing from your own orders.',
  not_enrolled: /*i18n*/ 'Your account was a vendor’s, and vendors earn no rewards.',
  seller: /*i18n*/ 'The order was at your own shop, or at the buyer’s own shop.',
  ring: /*i18n*/ 'The buyer brought you here, so neither of you earns from the other.',
  same_person: /*i18n*/ 'The order came from an account with your phone or your bank account.',
}
