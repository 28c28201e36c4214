const NAMED = 3

/** "Ngozi, Tunde and 12 others are in." Nothing if nobody agreed to be named: the number alone stands elsewhere. */
export function whoIsIn(firstNames: readonly string[], participants: number): string {
  // Somebody may have left since the names were read.
  const named = firstNames.slice(0, Math.min(NAMED, participants))
  if (named.length === 0) return ''
  const others = participants - named.length
  const parts = others > 0 ? [...named, `${others} ${others === 1 ? 'other' : 'others'}`] : named
  const list = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `${list} ${participants === 1 ? 'is' : 'are'} in.`
}
