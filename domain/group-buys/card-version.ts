interface CardFacts {
  status: string
  current_participants: number
  paid_participants: number
  /** Rises with price, limits and dates. */
  terms_version: number
}

/** Changes with what a buy's share card shows, so that a picture at an address with this version never has to change. */
export function buyCardVersion({ status, current_participants, paid_participants, terms_version }: CardFacts): string {
  return `${status}-${current_participants}-${paid_participants}-${terms_version}`
}
