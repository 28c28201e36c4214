/** Maximum length of a search in characters. */
export const MAX_SEARCH_LENGTH = 100
/** Minimum number of characters for suggestions. */
export const MIN_SUGGEST_LENGTH = 2

/** Normalises a search: one line, without invisible characters such as direction marks. */
export const cleanSearchText = (typed: string | null): string =>
  [
    ...(typed ?? '')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_SEARCH_LENGTH)
    .join('')
    .trim()

/** Maximum recent searches stored on a device. */
const MAX_RECENT_SEARCHES = 6

/** Parses the stored searches, newest first; empty if the stored value is invalid. */
export function recentSearches(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(list)) return []
    const texts = list.filter((text) => typeof text === 'string').map(cleanSearchText)
    return texts.filter(Boolean).slice(0, MAX_RECENT_SEARCHES)
  } catch {
    return []
  }
}

/** Moves or adds a search to the front; compares ignoring case. */
export function addRecentSearch(recent: readonly string[], search: string): string[] {
  const others = recent.filter((text) => text.toLowerCase() !== search.toLowerCase())
  return [search, ...others].slice(0, MAX_RECENT_SEARCHES)
}
