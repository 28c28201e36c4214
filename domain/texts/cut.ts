/** The beginning of a text, at most so many UTF-16 units, and never half a sign: JSON with one is refused by the database. */
export function cut(text: string, most: number): string {
  const begun = text.slice(0, most)
  return /[\uD800-\uDBFF]$/.test(begun) ? begun.slice(0, -1) : begun
}
