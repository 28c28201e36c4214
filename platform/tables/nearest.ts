import { closestMatch } from 'leven'

/** The candidate that was most likely meant, for hints; undefined if none is close. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  // PostgreSQL knows no longer names.
  if (name.length > 63) return undefined
  return closestMatch(name, [...candidates], { maxDistance: Math.min(4, Math.ceil(name.length / 2)) })
}
