// Specification 4 and 9: after sign-in the profile is loaded with 3 attempts and a backoff of 2^n x 500 ms after the
// n-th (n from 0); if all fail, the user is treated as a visitor.
import { retries } from '#domain/limits.ts'

interface ProfileSource<T> {
  /** Returns the profile, or null if there is none. Throws if it cannot be read. */
  load: () => Promise<T | null>
  wait: (ms: number) => Promise<void>
}

/** Returns the profile, or null after the last failed attempt: the caller then treats the user as a visitor. */
export async function loadProfile<T>({ load, wait }: ProfileSource<T>): Promise<T | null> {
  for (let attempt = 0; attempt < retries.profileAttempts; attempt += 1) {
    if (attempt > 0) await wait(profileBackoffMs(attempt - 1))
    try {
      const profile = await load()
      if (profile !== null) return profile
    } catch {
      // Counts as a failed attempt, like a missing row: a new user's profile may be created slightly later.
    }
  }
  return null
}

function profileBackoffMs(n: number): number {
  return 2 ** n * retries.profileBackoffMs
}
