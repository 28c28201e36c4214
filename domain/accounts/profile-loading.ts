// Specification 4 and 9: after sign-in the profile is loaded with 3 attempts, waiting 2^n x 500 ms after the n-th of
// them (n from 0); when all fail, the person is a visitor.
import { retries } from '../limits.ts'

interface ProfileSource<T> {
  /** The profile, null when there is none. Throws when it cannot be read. */
  load: () => Promise<T | null>
  wait: (ms: number) => Promise<void>
}

/** The profile, or null after the last attempt: the caller then treats the person as a visitor. */
export async function loadProfile<T>({ load, wait }: ProfileSource<T>): Promise<T | null> {
  for (let attempt = 0; attempt < retries.profileAttempts; attempt += 1) {
    if (attempt > 0) await wait(profileBackoffMs(attempt - 1))
    try {
      const profile = await load()
      if (profile !== null) return profile
    } catch {
      // Counts as a failed attempt, like a missing row: a new person's profile may come a moment late.
    }
  }
  return null
}

function profileBackoffMs(n: number): number {
  return 2 ** n * retries.profileBackoffMs
}
