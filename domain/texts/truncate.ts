/**
 * Truncates to `maxLength` UTF-16 units without splitting a surrogate pair: the database rejects JSON with a lone
 * surrogate.
 */
export function truncate(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength)
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start
}
