import { closestMatch } from 'leven'

/** The closest candidate, for hints; undefined if none is close. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  // Maximum length of PostgreSQL's names.
  if (name.length > 63) return undefined
  return closestMatch(name, [...candidates], { maxDistance: Math.min(4, Math.ceil(name.length / 2)) })
}
