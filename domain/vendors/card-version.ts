/** Changes with the figures that a shop's share card shows; its name and picture may change without it. */
export function shopCardVersion(figures: { rating_count: number; completed_orders: number } | null): string {
  return `${figures?.rating_count ?? 0}-${figures?.completed_orders ?? 0}`
}
