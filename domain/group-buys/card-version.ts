interface BuyCardFacts {
  status: string
  current_participants: number
  paid_participants: number
  /** Incremented when price, limits or dates change. */
  terms_version: number
}

/**
 * Version of a buy's share card, used in its URL: changes with the content of the image, which can be cached forever.
 */
export function buyCardVersion({
  status,
  current_participants,
  paid_participants,
  terms_version,
}: BuyCardFacts): string {
  return `${status}-${current_participants}-${paid_participants}-${terms_version}`
}
