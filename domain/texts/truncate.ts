/**
 * Truncates to `most` UTF-16 units without splitting a surrogate pair: the database rejects JSON with a lone surrogate.
 */
export function truncate(text: string, most: number): string {
  const begun = text.slice(0, most)
  return /[\uD800-\uDBFF]$/.test(begun) ? begun.slice(0, -1) : begun
}
