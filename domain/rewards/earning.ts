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
  own_order: 'An order of your own earns no reward.',
  not_enrolled: 'Your account was a vendor’s, and vendors earn no rewards.',
  seller: 'The order was with a shop of yours, or of the person who bought.',
  ring: 'The person who bought brought you here, so neither earns by the other.',
  same_person: 'The order came from an account with your phone or your bank account.',
}
