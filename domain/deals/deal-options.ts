// Apart from the checks of the form, which visitors do not need.

/** The choices of a stored deal; empty if the text is not a JSON list. */
export function readDealOptions(options: string | null): string[] {
  try {
    const list: unknown = JSON.parse(options ?? '[]')
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
