/** In letters: longer texts come from no person. */
export const LONGEST_SEARCH = 100
/** Fewer letters name nothing. */
export const SHORTEST_SUGGESTED = 2

/** What was typed, on one line and without what nobody sees, such as marks of direction. */
export const searchText = (typed: string | null): string =>
  [
    ...(typed ?? '')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, LONGEST_SEARCH)
    .join('')
    .trim()

/** So many are remembered on a device. */
const MAX_RECENT_SEARCHES = 6

/** The searches of this device with the newest first; what is not a list of texts is none. */
export function recentSearches(kept: string | null): string[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]')
    if (!Array.isArray(list)) return []
    const texts = list.filter((text) => typeof text === 'string').map(searchText)
    return texts.filter(Boolean).slice(0, MAX_RECENT_SEARCHES)
  } catch {
    return []
  }
}

/** With this one first, and once, however it was spelt with capitals. */
export function withSearch(recent: readonly string[], search: string): string[] {
  const others = recent.filter((text) => text.toLowerCase() !== search.toLowerCase())
  return [search, ...others].slice(0, MAX_RECENT_SEARCHES)
}
