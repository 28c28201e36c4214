/** Version of a shop's share card, used in its URL: changes with its figures, not with name and picture. */
export function shopCardVersion(figures: { rating_count: number; completed_orders: number } | null): string {
  return `${figures?.rating_count ?? 0}-${figures?.completed_orders ?? 0}`
}
