/**
 * Requests of a page that was left while they were pending are reported in the console of the next page: not a fault.
 */
export const isFromLeftPage = (said: string): boolean => /Failed to fetch/.test(said)
