import type { Call } from './auth.ts'

/** A call of the service. */
export interface Route {
  method: string
  /** Relative to `/auth/v1`; a segment like `:id` matches any text without a slash. */
  path: string
  handle: (call: Call) => Promise<Response>
  /** Needs no key: opened from a mail or a redirect, which cannot send one, or public. */
  keyless?: true
}
