/** A long list is counted up to so many rows, and ends there: a count of all of a million rows takes longer than its page. */
export const COUNTED_ROWS = 10_000
